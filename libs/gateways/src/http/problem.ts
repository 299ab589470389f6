import { HttpException } from '@nestjs/common';
import { isDatabaseAway } from '@vance/data';
import { z } from 'zod';
import { DomainError } from '@vance/kernel';
import { errorCodes, problemFaultSchema, type ErrorCode, type Problem } from '@vance/protocol';
import { unavailable } from '../readiness/unavailable';

/** A problem document and what only the log may see. */
export interface ProblemAnswer {
  readonly problem: Problem;
  /** Present when the fault is ours: to be logged with its stack. */
  readonly fault?: unknown;
  readonly retryAfterSeconds?: number;
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/** The one place that turns an error into the REST wire shape. */
export function toProblem(error: unknown, correlationId: string): ProblemAnswer {
  if (error instanceof DomainError) return fromDomainError(error, correlationId);
  if (isDatabaseAway(error))
    return { ...fromDomainError(unavailable(['mongodb']), correlationId), fault: error };
  const status = statusOf(error);
  const code = status === undefined ? undefined : codeOfStatus[status];
  if (code === undefined) {
    const detail = 'Something went wrong on our side; the correlation id finds it in the log.';
    return { problem: problem('INTERNAL', detail, correlationId), fault: error };
  }
  return { problem: problem(code, detailOf[code] ?? errorCodes[code].title, correlationId) };
}

const detailOf: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The address or body cannot be read.',
  NOT_FOUND: 'There is no such route.',
  METHOD_NOT_ALLOWED: 'This path has other methods; the Allow header names them.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body uncompressed, as JSON or text.',
};

function fromDomainError(error: DomainError, correlationId: string): ProblemAnswer {
  const { errors, retryAfterSeconds, ...details } = error.data;
  // Each as it is described, and no more.
  const faults = z.array(problemFaultSchema).safeParse(errors);
  const known: { status: number; title: string } | undefined = isErrorCode(error.code)
    ? errorCodes[error.code]
    : undefined;
  const shape: Problem = {
    type: `urn:vance:error:${error.code}`,
    title: known?.title ?? titleFromCode(error.code),
    status: error.status,
    code: error.code,
    detail: error.message,
    correlationId,
    ...(faults.success && faults.data.length > 0 ? { errors: faults.data } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  };
  return {
    problem: shape,
    ...(error.status >= 500 ? { fault: error } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
}

function problem(code: ErrorCode, detail: string, correlationId: string): Problem {
  const { status, title } = errorCodes[code];
  return { type: `urn:vance:error:${code}`, title, status, code, detail, correlationId };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function titleFromCode(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Status of a framework's error: Nest's own, or one of the body reader's. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'expose' in error && error.expose === true && 'status' in error)
    return typeof error.status === 'number' ? error.status : undefined;
  return undefined;
}
