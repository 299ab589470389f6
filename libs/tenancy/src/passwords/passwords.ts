import { Inject, Injectable, Optional } from '@nestjs/common';
import { hashPassword, passwordCost, verifyPassword, type ScryptCost } from './password-hash';

/** Overrides the cost of new hashes; for tests, whose passwords guard nothing. */
export const PASSWORD_COST = Symbol('vance.tenancy.password-cost');

/** Makes and compares password hashes at the platform's cost. */
@Injectable()
export class Passwords {
  constructor(
    @Optional() @Inject(PASSWORD_COST) private readonly cost: ScryptCost = passwordCost,
  ) {}

  hash(password: string): Promise<string> {
    return hashPassword(password, this.cost);
  }

  /** Takes its full time also for `null`, a user who does not exist. */
  verify(password: string, hash: string | null): Promise<boolean> {
    return verifyPassword(password, hash, this.cost);
  }
}
