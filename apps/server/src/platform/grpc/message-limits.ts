import type { MessageLimits } from './field-counter.ts';

/**
 * Limits for messages of authenticated callers, checked before decoding. The largest message is a traffic report with 2
 * 000 peers.
 */
export const messageLimits: MessageLimits & { readonly bytes: number } = {
  /** A report of 2 000 peers with IPv6 endpoints has up to 220 000 bytes. */
  bytes: 256 * 1024,
  /** A report has six fields per peer. */
  fields: 13_000,
  entries: 2_000,
};
