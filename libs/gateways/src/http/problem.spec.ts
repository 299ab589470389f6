import { NotFoundException } from '@nestjs/common';
import { badRequest, conflict, DomainError, notFound } from '@vance/kernel';
import { errorCodes, problemSchema } from '@vance/protocol';
import { toProblem } from './problem';

describe('toProblem', () => {
  it('names the faults of an input', () => {
    const { problem } = toProblem(badRequest('No.', [{ path: 'a.b', message: 'wrong' }]), 'req_1');
    expect(problem).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      detail: 'No.',
      correlationId: 'req_1',
      errors: [{ path: 'a.b', message: 'wrong' }],
    });
  });

  it('tells of each fault what is described of it, and no more', () => {
    const fault = {
      path: 'a',
      message: 'line 2, key a: wrong',
      line: 2,
      key: 'a',
      example: 'a: 1',
    };
    const error = new DomainError('RECIPE_INVALID', 'No.', {
      status: 422,
      data: { errors: [{ ...fault, secret: 'x' }] },
    });
    expect(toProblem(error, 'r').problem.errors).toEqual([fault]);
  });

  it('carries what the caller needs to act in details', () => {
    const error = conflict('PLAN_VERSION_STALE', 'Version 2 is current.', { current: 2 });
    expect(toProblem(error, 'r').problem).toMatchObject({ status: 409, details: { current: 2 } });
  });

  it('says nothing about what failed inside, and hands it to the log', () => {
    const { problem, fault } = toProblem(new Error('mongodb://secret'), 'req_1');
    expect(problem.code).toBe('INTERNAL');
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(fault).toBeInstanceOf(Error);
  });

  it('is the same document for every missing thing of a kind', () => {
    expect(toProblem(notFound('process'), 'r')).toEqual(toProblem(notFound('process'), 'r'));
  });

  it('keeps errors of the framework and of the body reader in the same shape', () => {
    expect(toProblem(new NotFoundException(), 'r').problem.code).toBe('NOT_FOUND');
    const tooLarge = Object.assign(new Error('too large'), { expose: true, status: 413 });
    expect(toProblem(tooLarge, 'r').problem).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('passes on when to come back', () => {
    const error = new DomainError('TOO_MANY_REQUESTS', 'Later.', {
      status: 429,
      data: { retryAfterSeconds: 7 },
    });
    expect(toProblem(error, 'r').retryAfterSeconds).toBe(7);
  });

  it('always is a problem document', () => {
    for (const [code, { status }] of Object.entries(errorCodes)) {
      const { problem } = toProblem(new DomainError(code, 'x', { status }), 'r');
      expect(problemSchema.safeParse(problem).success).toBe(true);
    }
  });
});
