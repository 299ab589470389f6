// Makes the files of a new project:  npm run new:lib -- libs/inbox [libs/memory …]
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { layerOf, layers } from './house/layers.mjs';
import { packageNameOf, root } from './house/projects.mjs';

const dirs = process.argv.slice(2);
if (!dirs.length) {
  console.error('say which folder, e.g.: npm run new:lib -- libs/inbox');
  process.exit(2);
}
for (const dir of dirs) create(dir);

function create(dir) {
  const layer = layerOf(dir);
  if (!layers[layer]) {
    console.error(
      `tools/house/layers.mjs has no layer "${layer}": add a row that says what it may import`,
    );
    process.exit(2);
  }
  const up = relative(join(root, dir), root);
  const tsc = `node ${up}/node_modules/typescript-native/bin/tsc`;
  write(dir, 'package.json', {
    name: packageNameOf(dir),
    version: '0.1.0',
    private: true,
    license: 'Apache-2.0',
    main: './dist/index.js',
    types: './dist/index.d.ts',
    exports: {
      '.': {
        '@vance/source': './src/index.ts',
        types: './dist/index.d.ts',
        default: './dist/index.js',
      },
    },
    scripts: {
      build: `${tsc} -b`,
      lint: 'eslint .',
      test: `jest -c ${up}/jest.config.cjs --selectProjects unit --passWithNoTests --testPathPatterns ${dir}/`,
    },
    nx: { tags: [`layer:${layer}`] },
  });
  write(dir, 'tsconfig.json', {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: {
      rootDir: 'src',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/.tsbuildinfo',
      ...(layer === 'testing' || dir === 'apps/e2e' ? { types: ['node', 'jest'] } : {}),
    },
    include: ['src/**/*.ts'],
    exclude: ['src/**/*.spec.ts'],
    references: [],
  });
  write(dir, 'src/index.ts', 'export {};\n');
}

function write(dir, name, content) {
  const path = join(root, dir, name);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  );
}
