import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { layers, pureLayers } from './tools/house/layers.mjs';

const frameworks = ['@nestjs/*', 'mongoose', 'bullmq', 'ioredis', 'socket.io', 'express'];

/** What each layer may import; `more` are layers that everyone may. */
const depConstraints = (...more) =>
  Object.entries(layers).map(([layer, allowed]) => ({
    sourceTag: `layer:${layer}`,
    onlyDependOnLibsWithTags: allowed.includes('*')
      ? ['*']
      : [...new Set([...allowed, ...more])].map((name) => `layer:${name}`),
    ...(pureLayers.includes(layer) ? { bannedExternalImports: frameworks } : {}),
  }));
const boundaries = (...more) => [
  'error',
  { enforceBuildableLibDependency: false, allow: [], depConstraints: depConstraints(...more) },
];

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only libs/config reads the environment.',
};
const forwardRef = {
  selector: "ImportSpecifier[imported.name='forwardRef']",
  message: 'Break the cycle with a port instead of forwardRef.',
};
const database = {
  group: ['mongoose', 'mongodb', 'mongoose/*', 'mongodb/*'],
  message: 'Only libs/data talks to MongoDB.',
};

/** Nunjucks compiles templates into code that runs: only its lexer and parser are for us, and in one lib. */
const templates = {
  regex: '^nunjucks(/|$)',
  message: 'Templates are read and rendered by libs/prompt-template.',
};
const templateCompiler = {
  regex: '^nunjucks(?!/src/(lexer|parser)$)',
  message: 'Only the lexer and the parser of nunjucks: nothing is compiled.',
};
const renderString = {
  selector: "CallExpression[callee.property.name='renderString']",
  message: 'Stock nunjucks runs what it renders: use libs/prompt-template.',
};

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '**/coverage/**', '.nx/**', '.vance/**'],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strict],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { project: './tsconfig.spec.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      // An empty class is how Nest spells a module.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [database, templates] }],
      'no-restricted-syntax': ['error', environment, forwardRef, renderString],
    },
  },
  {
    files: ['libs/{data,embedded,testing}/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [templates] }] },
  },
  {
    files: ['libs/prompt-template/src/{parse,read}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [database, templateCompiler] },
      ],
    },
  },
  {
    // Tests get the services' addresses through the environment of their process.
    files: ['libs/{config,testing}/**/*.ts', 'apps/e2e/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', forwardRef, renderString] },
  },
  {
    files: ['**/*.spec.ts', 'libs/testing/**/*.ts', 'apps/e2e/**/*.ts', '**/src/testing/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries('testing'),
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [templates] }],
    },
  },
  {
    // Stock nunjucks is the measure of ours there, on templates that are ours.
    files: ['libs/prompt-template/src/differential.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', environment, forwardRef],
    },
  },
);
