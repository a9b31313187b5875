import type { DeliveryFailure } from '@gatewarden/contract/delivery';
import { findOutboundError } from '../../platform/outbound/outbound-error.ts';
import { printable } from '../../platform/printable.ts';
import { UnreadableSecretError } from '../../platform/secrets/secrets.ts';

/** A failed attempt to deliver. Contains no secret and nothing of the content. */
export class DeliveryError extends Error {
  readonly reason: DeliveryFailure['reason'];
  readonly detail: string;

  constructor({ reason, detail }: DeliveryFailure, options?: ErrorOptions) {
    const shown = printable(detail);
    super(`${reason} ${shown}`, options);
    this.name = 'DeliveryError';
    this.reason = reason;
    this.detail = shown;
  }

  /** The receiver says that it no longer accepts anything. */
  get isGone(): boolean {
    return this.reason === 'status' && this.detail === '410';
  }
}

/** @throws the error itself if it is neither of the receiver nor of the way to it */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  if (error instanceof UnreadableSecretError)
    return new DeliveryError({ reason: 'secret', detail: '' }, { cause: error });
  const outbound = findOutboundError(error);
  if (!outbound) throw error;
  return new DeliveryError({ reason: outbound.reason, detail: outbound.detail }, { cause: error });
}
