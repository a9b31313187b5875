import type { EdgeBodyInputOf, EdgeEndpoint, EdgeErrorBody, EdgeResponseOf } from '@gatewarden/contract/edge-endpoint';
import type * as enrollment from '@gatewarden/contract/enrollment.edge';
import type * as openid from '@gatewarden/contract/openid.edge';
import { loadTexts } from '../i18n/i18n.ts';
import { isImmediate } from '../i18n/sentences.ts';
import { ApiError, type FailureCode, isErrorCode, isUnreachable } from '../lib/api-error.ts';
import { reportAnswer, reportFailure } from '../lib/connection.ts';
import { apiBase } from '../lib/path-of.ts';

type CallsOf<Contract> = Extract<Contract[keyof Contract], EdgeEndpoint>;
type EdgeCall = CallsOf<typeof enrollment> | CallsOf<typeof openid>;
type CallOf<Path extends EdgeCall['path']> = Extract<EdgeCall, { path: Path }>;

const maxAnswerMilliseconds = 30_000;

/**
 * Calls the listener of the edge.
 * @throws ApiError for every refusal, for a network that failed and for an answer that does not arrive in 30 seconds
 */
export async function callEdge<Path extends EdgeCall['path']>(
  path: Path,
  body: EdgeBodyInputOf<CallOf<Path>>,
): Promise<EdgeResponseOf<CallOf<Path>>> {
  try {
    const response = await send(path, body);
    const answer = await readAnswer(response);
    reportAnswer();
    return answer as EdgeResponseOf<CallOf<Path>>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isUnreachable(error)) reportFailure();
    else reportAnswer();
    if (!isImmediate(error.code)) await loadTexts('errors').catch(() => undefined);
    throw error;
  }
}

async function send(path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(`${apiBase}${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(maxAnswerMilliseconds),
    });
  } catch (cause) {
    throw new ApiError({ status: 0, code: 'network_unreachable', cause });
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const { status } = response;
  const answer = await response.json().catch((cause: unknown) => {
    throw new ApiError({ status, code: 'unexpected_answer', cause });
  });
  if (response.ok) return answer;
  const { field, ...details } = (answer as Partial<EdgeErrorBody> | null)?.details ?? {};
  throw new ApiError({ status, code: codeOf(answer, status), field, details });
}

function codeOf(answer: { code?: unknown } | null, status: number): FailureCode {
  if (typeof answer?.code === 'string' && isErrorCode(answer.code)) return answer.code;
  return status === 429 ? 'rate_limited' : 'unexpected_answer';
}
