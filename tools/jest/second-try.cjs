// On a CI machine a test on real services that failed is tried once more; the run names those that needed it
// (tools/house/jest-run.mjs). At a desk the first failure counts.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
