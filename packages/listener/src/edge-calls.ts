import type { EdgeErrorBody, EdgeSession, OpenidCookies } from '@gatewarden/contract/edge-endpoint';
import type { ErrorCode, ErrorDetails } from '@gatewarden/contract/errors';

/** A request as the listener received it. */
export interface EdgeRequest {
  readonly path: string;
  readonly body: unknown;
  readonly sessions: Readonly<Partial<Record<EdgeSession, string>>>;
  readonly openid?: OpenidCookies | undefined;
  readonly ip: string | undefined;
  /** Id of the edge that passes it on; absent: core received it itself. */
  readonly edge?: string | undefined;
  readonly userAgent: string | undefined;
  /** The header `If-None-Match`. */
  readonly ifNoneMatch?: string | undefined;
}

export interface EdgeOutcome {
  readonly status: number;
  /** Absent: the answer has none. */
  readonly body?: object;
  /** The header `ETag`. */
  readonly etag?: string;
  /** The session to keep; without a token, the one to remove. */
  readonly session?: { readonly kind: EdgeSession; readonly token?: string; readonly expiresAt?: Date };
  /** The cookies to keep, or to remove with null; absent: unchanged. */
  readonly openid?: OpenidCookies | null;
}

/** A client that waits for a message. */
export interface EdgeWaitRequest {
  readonly path: string;
  readonly query: unknown;
  readonly ip: string | undefined;
  /** As of a request. */
  readonly edge?: string | undefined;
  readonly userAgent: string | undefined;
}

export interface EdgeWait {
  /** Undefined: none will come. Never rejects. */
  readonly message: Promise<object | undefined>;
}

/** Of clients that wait for messages. */
export interface EdgeWaits {
  readonly paths: readonly string[];
  /** Admits or refuses a client, whose wait ends with the signal. Never throws. */
  begin(request: EdgeWaitRequest, signal: AbortSignal): Promise<EdgeOutcome | EdgeWait>;
}

/** The calls of the edge, which do not depend on where it listens. */
export interface EdgeCalls {
  /** The refusal of an address or edge that sends too much, or too many invalid tokens; undefined: admitted. Counts the request. */
  refuse(path: string, ip: string | undefined, edge?: string): EdgeOutcome | undefined;
  /** Never throws; also for paths that are no calls. */
  answer(request: EdgeRequest): Promise<EdgeOutcome>;
  /** Absent: clients cannot wait for messages here. */
  readonly waits?: EdgeWaits;
}

export function refusal(status: number, error: string, code: ErrorCode, details: ErrorDetails = {}): EdgeOutcome {
  const body: EdgeErrorBody = { error, code, ...(Object.keys(details).length > 0 && { details }) };
  return { status, body };
}
