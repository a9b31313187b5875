import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Call, SessionKind, type Wait } from '@gatewarden/contract/edge/v1';
import { type EdgeCalls, type EdgeOutcome, type EdgeWait, refusal } from '@gatewarden/listener/edge-calls';
import { z } from 'zod';

const maxPathLength = 128;
const maxSessionLength = 512;
const maxUserAgentLength = 512;

/** `edge` is its id. A compromised edge may send anything: everything that a caller can send is checked again. */
export async function answerCall(calls: EdgeCalls, edge: string, call: Call): Promise<EdgeOutcome> {
  const { path } = call;
  if (path.length > maxPathLength || !path.startsWith('/')) return refusal(404, 'not found', 'route_not_found');
  const ip = addressOf(call.ip);
  const refused = calls.refuse(path, ip, edge);
  if (refused) return refused;
  const sessions = { enrollment: call.enrollmentSession, password_reset: call.passwordResetSession };
  const { csrf, nonce } = call.openid ?? {};
  if ([...Object.values(sessions), csrf, nonce].some((token) => (token?.length ?? 0) > maxSessionLength)) {
    return refusal(422, 'invalid request', 'invalid_input');
  }
  return calls.answer({
    ...{
      path,
      body: readJson(call.body),
      ip,
      edge,
      userAgent: call.userAgent.slice(0, maxUserAgentLength) || undefined,
    },
    sessions: {
      ...(sessions.enrollment !== undefined && { enrollment: sessions.enrollment }),
      ...(sessions.password_reset !== undefined && { password_reset: sessions.password_reset }),
    },
    ifNoneMatch: call.ifNoneMatch || undefined,
    openid: csrf && nonce ? { csrf, nonce } : undefined,
  });
}

const maxBodyBytes = 16_384;

/** Undefined if it is not JSON; then the call is refused as one without a body. */
function readJson(body: Uint8Array): unknown {
  if (body.length > maxBodyBytes) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const sessionKinds = { enrollment: SessionKind.ENROLLMENT, password_reset: SessionKind.PASSWORD_RESET } as const;

export function answerOf({ status, body, etag = '', session, openid }: EdgeOutcome) {
  return {
    ...{ status, etag },
    ...(body && { body: toJson(body) }),
    ...(session && {
      session: {
        kind: sessionKinds[session.kind],
        token: session.token ?? '',
        ...(session.expiresAt && { expiresAt: timestampFromDate(session.expiresAt) }),
      },
    }),
    ...(openid !== undefined && { openid: openid ?? { csrf: '', nonce: '' } }),
  };
}

/** Whether the client may wait; its wait ends with the signal. Checked as a call is. */
export async function beginWait(
  calls: EdgeCalls,
  edge: string,
  wait: Wait,
  signal: AbortSignal,
): Promise<EdgeOutcome | EdgeWait> {
  const { path } = wait;
  if (!calls.waits || path.length > maxPathLength) return refusal(404, 'not found', 'route_not_found');
  const ip = addressOf(wait.ip);
  const refused = calls.refuse(path, ip, edge);
  if (refused) return refused;
  const userAgent = wait.userAgent.slice(0, maxUserAgentLength) || undefined;
  return calls.waits.begin({ path, query: readJson(wait.query), ip, edge, userAgent }, signal);
}

function addressOf(text: string): string | undefined {
  return z.union([z.ipv4(), z.ipv6()]).safeParse(text).data;
}

export function toJson(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
