/**
 * Why a call to another server failed.
 * - `blocked_address`: the host has no address that core may connect to; see `GATEWARDEN_OUTBOUND_ALLOW`.
 * - `timeout`: the server, or the way to it, was too slow.
 * - `too_large`: the response is longer than the caller accepts.
 * - `certificate`: the certificate is not valid for the host, or no authority that core trusts issued it.
 * - `connection`: there is no such host, nothing accepts connections there, or it does not speak the protocol.
 * - `status`: the response is not a success.
 */
export type OutboundReason = 'blocked_address' | 'timeout' | 'too_large' | 'certificate' | 'connection' | 'status';

interface OutboundFailure {
  readonly reason: OutboundReason;
  /** The host that was called, with the port if it is not the default. */
  readonly host: string;
  /** The address, the status or the code of the cause, such as `10.0.0.7`, `503` or `ECONNREFUSED`. */
  readonly detail: string;
}

/** A failed call to another server. Contains no header and no body. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  readonly host: string;
  readonly detail: string;

  constructor({ reason, host, detail }: OutboundFailure, options?: ErrorOptions) {
    super(`${host}: ${reason} ${detail}`, options);
    this.name = 'OutboundError';
    this.reason = reason;
    this.host = host;
    this.detail = detail;
  }
}

/** OpenSSL's and Node's codes for certificates that are refused. */
const certificateCodes = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT)/;

/** The failure that an error of `node:http` or `node:https` stands for. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const reason = certificateCodes.test(code)
    ? 'certificate'
    : code === 'HPE_HEADER_OVERFLOW'
      ? 'too_large'
      : 'connection';
  return new OutboundError({ reason, host, detail: code }, { cause: error });
}

/** If all addresses of a host fail, Node reports one error that contains the others. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'unknown';
}

/** The outbound error among an error and its causes; undefined if there is none. */
export function findOutboundError(error: unknown): OutboundError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1) {
    if (each instanceof OutboundError) return each;
  }
  return undefined;
}
