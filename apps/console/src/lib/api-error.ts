import type { ErrorBody } from '@gatewarden/contract/endpoint';
import { type ErrorCode, errorCodes } from '@gatewarden/contract/errors';

/** What the console itself finds out: nothing answered, or what answered does not speak our API (a proxy's error page). */
export const clientErrorCodes = ['network_unreachable', 'unexpected_answer'] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];
export type FailureCode = ErrorCode | ClientErrorCode;

/** Whether the server has such a code, as far as this console knows. */
export function isErrorCode(code: string): code is ErrorCode {
  return (errorCodes as readonly string[]).includes(code);
}

export type FieldFault = NonNullable<ErrorBody['fields']>[number];
type Details = NonNullable<ErrorBody['details']>;

interface Facts {
  /** HTTP status; 0 when nothing answered. */
  status: number;
  code: FailureCode;
  field?: string | undefined;
  fields?: readonly FieldFault[] | undefined;
  details?: Details | undefined;
  cause?: unknown;
}

/** A call that was refused or did not get through. `code` has a sentence in every language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  /** The request's field at fault, when there is one. */
  readonly field: string | undefined;
  /** Every field at fault, when the input as a whole was refused. */
  readonly fields: readonly FieldFault[];
  /** Facts that the sentence for `code` may name. */
  readonly details: Details;

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

/** Whether the failure is this one; narrows, so that `details` may be read. */
export function isApiError(error: unknown, code?: FailureCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
