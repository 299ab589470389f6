import { faultOf } from './faults';

it('a defect of ours is never worth asking again', () => {
  expect(faultOf(new TypeError('oops'))).toMatchObject({ kind: 'rejected', retryable: false });
});
