import { DomainError } from '@gatewarden/contract/errors';
import { ClientError, ResponseBodyError } from 'openid-client';
import { findOutboundError, type OutboundReason } from '../../platform/outbound/outbound-error.ts';

/**
 * Why a call to a provider failed: it could not be made, the provider requires an address without TLS (`insecure`), its
 * answer does not follow the standard or is not for us (`invalid`), or it accepted an earlier sign-in (`stale`).
 */
type FailureReason = OutboundReason | 'insecure' | 'invalid' | 'stale';

export class ProviderFailure extends Error {
  readonly reason: FailureReason;
  /** Of the server that was called. */
  readonly host: string;
  /** Such as the status, the address or the rule that the answer breaks. */
  readonly detail: string;

  constructor(reason: FailureReason, host: string, detail: string, options?: ErrorOptions) {
    super(`${host}: ${reason} ${detail}`, options);
    this.reason = reason;
    this.host = host;
    this.detail = detail;
  }
}

/** The failure that an error of the protocol library stands for. @throws the error itself if it is a bug of ours */
export function toProviderFailure(error: unknown, host: string): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const outbound = findOutboundError(error);
  if (outbound) return new ProviderFailure(outbound.reason, outbound.host, outbound.detail, { cause: error });
  if (error instanceof ResponseBodyError)
    return new ProviderFailure('invalid', host, error.error.slice(0, 64), { cause: error });
  if (!(error instanceof ClientError)) throw error;
  const reason = error.code === 'OAUTH_HTTP_REQUEST_FORBIDDEN' ? 'insecure' : 'invalid';
  return new ProviderFailure(reason, host, describeRule(error), { cause: error });
}

/** Names the claim or the rule, never a value of the answer. */
function describeRule(error: ClientError): string {
  const { claim, attribute } =
    ((error.cause instanceof Error ? error.cause.cause : error.cause) as Record<string, unknown> & {
      readonly claim?: unknown;
    }) ?? {};
  const named = typeof claim === 'string' ? claim : typeof attribute === 'string' ? attribute : undefined;
  return named ?? error.code ?? 'unknown';
}

/** For callers who may be strangers: without host and detail, which only administrators see. */
export function toDomainError({ reason, detail }: ProviderFailure, options: ErrorOptions): DomainError {
  if (reason === 'invalid' && detail === 'invalid_grant') return new DomainError('openid_code_refused', {}, options);
  if (reason === 'stale') return new DomainError('openid_sign_in_stale', {}, options);
  const isAnswer = reason === 'invalid' || reason === 'insecure';
  return new DomainError(isAnswer ? 'openid_answer_invalid' : 'openid_provider_unreachable', { reason }, options);
}
