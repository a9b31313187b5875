import { DirectoryFailure, type DirectoryFailureReason } from '../../ports/directory.ts';
import { AnswerLimitError } from './split-messages.ts';

/** By result code, RFC 4511 appendix A. */
const byResultCode: Readonly<Record<number, DirectoryFailureReason>> = {
  3: 'timeout',
  4: 'limit',
  8: 'encryption_required',
  11: 'limit',
  13: 'encryption_required',
  32: 'base',
  34: 'base',
  48: 'credentials',
  49: 'credentials',
  50: 'permission',
  51: 'unreachable',
  52: 'unreachable',
};

/** Codes of Node for certificates that are not accepted. */
const certificateCode = /^(?:ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_SSL_|HOSTNAME_)/;
const networkCode = /^(?:E(?:CONN|HOST|NET|PIPE|TIMEDOUT|ADDR|AI_)|ENOTFOUND$)/;

/**
 * The failure for an error of the library, or of the socket that broke meanwhile, which says more. Messages of servers are
 * not trusted: only the kind of the error is used.
 */
export function toDirectoryFailure(error: unknown, broken: Error | null | undefined): DirectoryFailure {
  for (const cause of [broken, error]) {
    if (cause instanceof DirectoryFailure) return cause;
    if (cause instanceof AnswerLimitError) return new DirectoryFailure('protocol', cause.message, { cause });
  }
  const { code, message } = (broken ?? error) as { code?: unknown; message?: string };
  if (typeof code === 'string') {
    if (certificateCode.test(code)) return new DirectoryFailure('certificate', code, { cause: error });
    if (code === 'ETIMEDOUT') return new DirectoryFailure('timeout', code, { cause: error });
    if (networkCode.test(code)) return new DirectoryFailure('unreachable', code, { cause: error });
  }
  const result = (error as { code?: unknown }).code;
  if (typeof result === 'number') {
    return new DirectoryFailure(byResultCode[result] ?? 'protocol', `the server answered with code ${result}`, {
      cause: error,
    });
  }
  if (/timeout|timed out/i.test(message ?? ''))
    return new DirectoryFailure('timeout', 'no answer in time', { cause: error });
  if (/^(?:Socket error|Connection closed)/.test(message ?? ''))
    return new DirectoryFailure('unreachable', 'the server closed the connection', { cause: error });
  return new DirectoryFailure('protocol', 'the answer is not valid', { cause: error });
}
