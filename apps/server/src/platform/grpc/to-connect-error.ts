import { Code, ConnectError } from '@connectrpc/connect';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError, errorStatus } from '@gatewarden/contract/errors';
import { classifyDatabaseError } from '../database/classify-database-error.ts';
import type { Log } from '../log/log.ts';

/** What the HTTP statuses of our failures are in gRPC, so that a new failure has to be given a meaning only once. */
const codeOfStatus: Readonly<Record<number, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  409: Code.FailedPrecondition,
  422: Code.InvalidArgument,
  429: Code.ResourceExhausted,
  503: Code.Unavailable,
};

interface Call {
  readonly log: Log;
  /** Aborted when the call is over. */
  readonly signal: AbortSignal;
}

/** The failure as a gRPC caller may see it. Unexpected ones are logged, and answered without detail. */
export function toConnectError(error: unknown, { log, signal }: Call): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof DomainError) {
    return new ConnectError(errorMessage[error.code], codeOfStatus[errorStatus[error.code]] ?? Code.Internal);
  }
  const refusal = classifyDatabaseError(error);
  if (refusal) return new ConnectError(errorMessage[refusal], Code.Unavailable);
  if (isHangUp(error, signal)) {
    log.debug({ reason: String(error) }, 'the client hung up during its call');
    return new ConnectError('the client hung up', Code.Canceled);
  }
  log.error({ err: error }, 'call failed');
  return new ConnectError(errorMessage.internal_error, Code.Internal);
}

/** What Node throws where a message is waited for or written then. */
const hangUpCodes = new Set<unknown>([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_HTTP2_INVALID_STREAM',
  'ERR_STREAM_DESTROYED',
]);

/** The call failed because its stream was reset or its connection closed. */
function isHangUp(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || hangUpCodes.has((error as NodeJS.ErrnoException | undefined)?.code);
}
