import type { ErrorBody } from '@gatewarden/contract/endpoint';
import { type ErrorCode, errorCodes } from '@gatewarden/contract/errors';

/**
 * Failures that the console detects: no response, or a response that is not from the API (an error page of a proxy).
 */
export const clientErrorCodes = ['network_unreachable', 'unexpected_answer'] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];
export type FailureCode = ErrorCode | ClientErrorCode;

/** Whether this console knows the code. */
export function isErrorCode(code: string): code is ErrorCode {
  return (errorCodes as readonly string[]).includes(code);
}

export type FieldFault = NonNullable<ErrorBody['fields']>[number];
type Details = NonNullable<ErrorBody['details']>;

interface Facts {
  /** HTTP status; 0 without a response. */
  status: number;
  code: FailureCode;
  field?: string | undefined;
  fields?: readonly FieldFault[] | undefined;
  details?: Details | undefined;
  cause?: unknown;
}

/** A call that was refused or received no response. `code` has a sentence in every language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  /** Invalid field of the request, if there is exactly one. */
  readonly field: string | undefined;
  /** All invalid fields, if the input was refused. */
  readonly fields: readonly FieldFault[];
  /** Values that the sentence for `code` may contain. */
  readonly details: Details;
  /** For a call that changes something: whether it has; undefined for calls that only read, and for sign-in. */
  effect: 'none' | 'unknown' | undefined;
  /** Name of the one of several objects because of which the call was refused. */
  subject: string | undefined;

  constructor({ status, code, field, fields, details, cause }: Facts) {
    super(`${code} (${status})`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.field = field;
    this.fields = fields ?? [];
    this.details = details ?? {};
  }
}

/** Whether the error is an `ApiError`, with the given code if any. */
export function isApiError(error: unknown, code?: FailureCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

const gatewayStatuses = [502, 503, 504];

/** Whether the server did not answer: there was no response, or that of a proxy in front of it. */
export function isUnreachable(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || (error.code === 'unexpected_answer' && gatewayStatuses.includes(error.status));
}
