import type { ErrorBody } from '@gatewarden/contract/endpoint';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError, type ErrorCode, type ErrorDetails, errorStatus } from '@gatewarden/contract/errors';
import { classifyDatabaseError } from '../database/classify-database-error.ts';
import { InvalidInput } from './input.ts';

export interface Failure {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is an internal error, to be logged with its cause. */
  readonly unexpected: boolean;
}

/** The answer for any thrown error; details of unexpected errors are not included. */
export function describeFailure(error: unknown, overrides: Partial<Record<ErrorCode, number>> = {}): Failure {
  const known = asDomainError(error);
  const { code, details } = known ?? new DomainError('internal_error');
  const { field, ...facts } = details;
  const status = overrides[code] ?? (error instanceof InvalidInput ? error.status : errorStatus[code]);
  return {
    status,
    headers: { ...(permanentErrors.has(code) ? {} : retryHeaders(status, facts)), ...rangeHeaders(code, error) },
    body: {
      msg: errorMessage[code],
      code,
      ...(field === undefined ? {} : { field }),
      ...(error instanceof InvalidInput ? { fields: [...error.fields] } : {}),
      ...(Object.keys(facts).length > 0 ? { details: facts } : {}),
      ...('reason' in facts ? { error: String(facts['reason']) } : {}),
      ...('message' in facts ? { message: String(facts['message']) } : {}),
    },
    unexpected: !known,
  };
}

/** Errors that last until an administrator changes something (regardless of status). */
const permanentErrors: ReadonlySet<ErrorCode> = new Set(['smtp_not_configured']);

/** Default delays for errors without one. */
const defaultRetrySeconds: Readonly<Record<number, number>> = { 429: 5, 503: 5 };

/** RFC 9110 §10.2.3: 429 and 503 contain the number of whole seconds after which a retry is useful. */
function retryHeaders(status: number, details: ErrorDetails): Record<string, string> {
  const fallback = defaultRetrySeconds[status];
  if (fallback === undefined) return {};
  const seconds = Number(details['retry_after_seconds'] ?? fallback);
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

/** RFC 9110 §15.5.17: 416 contains the size of the file, if the library that reads it knows the size. */
function rangeHeaders(code: ErrorCode, error: unknown): Record<string, string> {
  if (code !== 'range_not_satisfiable') return {};
  const range = (error as { readonly headers?: Readonly<Record<string, string>> }).headers?.['Content-Range'];
  return range === undefined ? {} : { 'content-range': range };
}

/** Errors of the library that sends files, by name; they have no code. */
const fileErrors: Readonly<Record<string, ErrorCode>> = {
  PreconditionFailedError: 'precondition_failed',
  RangeNotSatisfiableError: 'range_not_satisfiable',
};

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_STATIC_FORBIDDEN_PATH: 'route_not_found',
};

function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof SyntaxError && 'statusCode' in error) return new DomainError('malformed_json');
  const refusal = classifyDatabaseError(error);
  if (refusal) return new DomainError(refusal);
  const { code: frameworkCode = '', name = '' } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  const code = frameworkCodes[frameworkCode] ?? fileErrors[name];
  return code ? new DomainError(code) : undefined;
}
