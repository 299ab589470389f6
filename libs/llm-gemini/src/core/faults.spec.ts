import { faultOf } from './faults';

/** As the package throws it: the body is in the message. */
function apiError(status: number, error: object): Error {
  return Object.assign(new Error(JSON.stringify({ error: { code: status, ...error } })), {
    name: 'ApiError',
    status,
  });
}
const rpc = (type: string, more: object) => ({
  '@type': `type.googleapis.com/google.rpc.${type}`,
  ...more,
});

it.each([
  ['34s', 34_000],
  ['0.25s', 250],
  ['soon', undefined],
  [undefined, undefined],
])('a RetryInfo of %p asks to wait %p ms', (retryDelay, ms) => {
  const details = [rpc('Help', {}), rpc('RetryInfo', { retryDelay })];
  const fault = faultOf(apiError(429, { message: 'slow down', details }));
  expect([fault.kind, fault.details.retryAfterMs]).toEqual(['rate-limited', ms]);
});

it('a quota that is spent for the day is not asked again', () => {
  const violations = [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }];
  const fault = faultOf(apiError(429, { details: [rpc('QuotaFailure', { violations })] }));
  expect(fault).toMatchObject({ kind: 'rejected', retryable: false });
});

it('a refused key is told as such, also with the status 400 that Google gives it, and never quoted', () => {
  const message = 'API key not valid: AIzaSecret. Please pass a valid API key.';
  const details = [rpc('ErrorInfo', { reason: 'API_KEY_INVALID' })];
  const fault = faultOf(apiError(400, { message, details }));
  expect(fault.kind).toBe('unauthorized');
  expect(JSON.stringify([fault.message, fault.details])).not.toContain('AIzaSecret');
});

it.each([
  [
    'a network that is away',
    Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
  ],
  [
    'a cut body, wrapped by the package',
    new Error('exception TypeError: terminated sending request', {
      cause: new TypeError('terminated'),
    }),
  ],
  ['half a frame', new Error('Incomplete JSON segment at the end')],
  ['a frame that is no JSON', new SyntaxError('Unexpected end of JSON input')],
])('%s is a connection fault', (_, error) => {
  expect(faultOf(error).kind).toBe('connection');
});

it('a defect of ours is never worth asking again', () => {
  expect(faultOf(new TypeError('oops'))).toMatchObject({ kind: 'rejected', retryable: false });
});
