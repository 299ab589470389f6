import { SignInLimits } from './sign-in-limits';

it('makes a name wait after twenty failures in a minute, and no other name', () => {
  jest.useFakeTimers({ now: 0 });
  const limits = new SignInLimits();
  for (let i = 0; i < 20; i += 1) {
    limits.check('acme', 'admin');
    limits.failed('acme', 'admin');
  }
  expect(() => limits.check('acme', 'admin')).toThrow(/Too many failed sign-ins/);
  expect(() => limits.check('globex', 'admin')).not.toThrow();
  jest.setSystemTime(60_000);
  expect(() => limits.check('acme', 'admin')).not.toThrow();
  jest.useRealTimers();
});
