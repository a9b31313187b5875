import type { MessageLimits } from './field-counter.ts';

/** Of an authenticated caller's messages, before they are decoded: a report of traffic with 2 000 peers, and some more. */
export const messageLimits: MessageLimits & { readonly bytes: number } = {
  /** A report of 2 000 peers with IPv6 endpoints has up to 220 000. */
  bytes: 256 * 1024,
  /** A report has six per peer. */
  fields: 13_000,
  entries: 2_000,
};
