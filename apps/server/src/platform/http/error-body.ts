import type { ErrorBody } from '@gatewarden/contract/endpoint';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError, type ErrorCode, type ErrorDetails, errorStatus } from '@gatewarden/contract/errors';
import { classifyDatabaseError } from '../database/classify-database-error.ts';
import { InvalidInput } from './input.ts';

export interface Failure {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is a fault of ours, to be logged with its cause. */
  readonly unexpected: boolean;
}

/** What the caller is told of anything that was thrown; nothing of an unexpected error leaves the process. */
export function describeFailure(error: unknown, overrides: Partial<Record<ErrorCode, number>> = {}): Failure {
  const known = asDomainError(error);
  const { code, details } = known ?? new DomainError('internal_error');
  const { field, ...facts } = details;
  const status = overrides[code] ?? (error instanceof InvalidInput ? error.status : errorStatus[code]);
  return {
    status,
    headers: lasting.has(code) ? {} : retryHeaders(status, facts),
    body: {
      msg: errorMessage[code],
      code,
      ...(field === undefined ? {} : { field }),
      ...(error instanceof InvalidInput ? { fields: [...error.fields] } : {}),
      ...(Object.keys(facts).length > 0 ? { details: facts } : {}),
      ...('reason' in facts ? { error: String(facts['reason']) } : {}),
    },
    unexpected: !known,
  };
}

/** What passes only once an administrator changes something, whatever its status. */
const lasting: ReadonlySet<ErrorCode> = new Set(['smtp_not_configured']);

/** Where the failure does not say for how long it lasts. */
const usualRetrySeconds: Readonly<Record<number, number>> = { 429: 5, 503: 5 };

/** RFC 9110 §10.2.3: 429 and 503 say after how many whole seconds the call is worth another attempt. */
function retryHeaders(status: number, details: ErrorDetails): Record<string, string> {
  const usual = usualRetrySeconds[status];
  if (usual === undefined) return {};
  const seconds = Number(details['retry_after_seconds'] ?? usual);
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

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
  const code = frameworkCodes[(error as { code?: string } | undefined)?.code ?? ''];
  return code ? new DomainError(code) : undefined;
}
