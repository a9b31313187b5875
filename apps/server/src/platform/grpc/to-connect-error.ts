import { Code, ConnectError } from '@connectrpc/connect';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError, errorStatus } from '@gatewarden/contract/errors';
import { classifyDatabaseError } from '../database/classify-database-error.ts';
import type { Log } from '../log/log.ts';

/** The gRPC codes for the HTTP statuses of our errors, so that each new error code is classified only once. */
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
  /** Aborted when the call ends. */
  readonly signal: AbortSignal;
}

/** Converts an error for a gRPC caller. Unexpected errors are logged and answered without details. */
export function toConnectError(error: unknown, { log, signal }: Call): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof DomainError) {
    return new ConnectError(errorMessage[error.code], codeOfStatus[errorStatus[error.code]] ?? Code.Internal);
  }
  const refusal = classifyDatabaseError(error);
  if (refusal) return new ConnectError(errorMessage[refusal], Code.Unavailable);
  if (isDisconnect(error, signal)) {
    log.debug({ reason: String(error) }, 'client disconnected during its call');
    return new ConnectError('the client disconnected', Code.Canceled);
  }
  log.error({ err: error }, 'call failed');
  return new ConnectError(errorMessage.internal_error, Code.Internal);
}

/** Codes of the errors that Node throws in this case while a message is read or written. */
const disconnectCodes = new Set<unknown>([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_HTTP2_INVALID_STREAM',
  'ERR_STREAM_DESTROYED',
]);

/** Whether the call failed because its stream was reset or its connection closed. */
function isDisconnect(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || disconnectCodes.has((error as NodeJS.ErrnoException | undefined)?.code);
}
