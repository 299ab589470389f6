// Tests run from the TypeScript sources (export condition @vance/source), on CommonJS.
const esmOnly = ['jose', 'mongodb', 'eld'];

const common = {
  rootDir: __dirname,
  // How long what is missing is waited for, in milliseconds; a busy machine takes its time for what comes.
  globals: { patience: 30_000 },
  setupFilesAfterEnv: ['<rootDir>/tools/jest/patience.cjs'],
  testEnvironment: '<rootDir>/tools/jest/environment.cjs',
  testEnvironmentOptions: {
    customExportConditions: ['@vance/source', 'node', 'node-addons'],
  },
  setupFiles: ['reflect-metadata'],
  // It says where it is to `import` only, which here is a `require`.
  moduleNameMapper: { '^eld/(\\w+)$': '<rootDir>/node_modules/eld/src/entries/static.$1.js' },
  transform: {
    '^.+\\.(m?[tj]s)$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // mongodb is transformed since its `import('os')` fails inside Jest's sandbox, and it may sit
  // under mongoose's own node_modules: hence the first look-ahead.
  transformIgnorePatterns: [`/node_modules/(?!.*/node_modules/)(?!(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/'],
};

const withServices = {
  ...common,
  // Shared machines stall for seconds; what hangs is found all the same.
  globals: { patience: 60_000 },
  setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/tools/jest/second-try.cjs'],
  globalSetup: '<rootDir>/tools/jest/services.cjs',
  globalTeardown: '<rootDir>/tools/jest/services-end.cjs',
};

const unit = {
  ...common,
  displayName: 'unit',
  testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts', '<rootDir>/tools/**/*.spec.mjs'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.medium\\.spec\\.ts$', '/apps/e2e/'],
};

const integration = {
  ...withServices,
  displayName: 'integration',
  testMatch: ['<rootDir>/{apps,libs}/**/*.medium.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/apps/e2e/'],
};

const e2e = {
  ...withServices,
  // Real processes start, die and start again.
  globals: { patience: 90_000 },
  displayName: 'e2e',
  testMatch: ['<rootDir>/apps/e2e/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

module.exports = { projects: [unit, integration, e2e], passWithNoTests: true };
