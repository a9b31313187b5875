import type { Call, Endpoint, ErrorBody } from '@gatewarden/contract/endpoint';
import { ApiError, type FailureCode, isErrorCode } from './api-error.ts';
import { loadFontFor } from './korean-font.ts';

/**
 * The body of a successful answer.
 * @throws ApiError for any status outside 200-299, for a success that is not what the endpoint answers with, and for an
 * answer that breaks off; the signal's reason when the request was aborted
 */
export async function answerOf(endpoint: Call<Endpoint>, response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'network_unreachable', cause });
  });
  if (!response.ok) throw refusalOf(response.status, text);
  if (endpoint.answer?.kind === 'text' || endpoint.answer?.kind === 'download') return text;
  if (text === '') return null;
  loadFontFor(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError({ status: response.status, code: 'unexpected_answer', cause });
  }
}

function refusalOf(status: number, text: string): ApiError {
  const body = jsonOf(text);
  if (!isErrorBody(body)) return new ApiError({ status, code: codeOfStatus(status) });
  const { code, field, fields, details } = body;
  return new ApiError({
    status,
    code: isErrorCode(code) ? code : codeOfStatus(status),
    field,
    // a proxy, or a core of another version, may use the same names for other things
    fields: Array.isArray(fields) ? fields : undefined,
    details: typeof details === 'object' ? details : undefined,
  });
}

/**
 * What core answers has a message and a code; the rest is as the contract says then. A proxy's own page has neither.
 */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  return 'msg' in body && typeof body.msg === 'string' && 'code' in body && typeof body.code === 'string';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For an answer without a code we know, such as a proxy's own page. */
function codeOfStatus(status: number): FailureCode {
  const codes: Record<number, FailureCode> = {
    401: 'unauthenticated',
    403: 'access_denied',
    413: 'payload_too_large',
    429: 'rate_limited',
    500: 'internal_error',
  };
  return codes[status] ?? 'unexpected_answer';
}
