import type { Secret } from '@gatewarden/process/secret';

/** What came of asking a person for a second factor. */
export type Proof =
  | { readonly kind: 'proved'; readonly presharedKey: Secret }
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The person or a signal ended it. */
  | { readonly kind: 'stopped' };
