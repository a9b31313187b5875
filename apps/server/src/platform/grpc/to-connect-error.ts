import { Code, ConnectError } from '@connectrpc/connect';
import { DomainError } from '@gatewarden/contract/errors';
import { refusalByDatabase } from '../database/refusal.ts';
import { errorMessage, errorStatus } from '../http/error-status.ts';
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

/** The failure as a gRPC caller may see it. What is neither his nor ours to expect is logged and told without detail. */
export function toConnectError(error: unknown, log: Log): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof DomainError) {
    return new ConnectError(errorMessage[error.code], codeOfStatus[errorStatus[error.code]] ?? Code.Internal);
  }
  const refusal = refusalByDatabase(error);
  if (refusal) return new ConnectError(errorMessage[refusal], Code.Unavailable);
  log.error({ err: error }, 'call failed');
  return new ConnectError(errorMessage.internal_error, Code.Internal);
}
