/** What becomes of a stored secret. */
export type SecretChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'replace'; readonly value: string };

/**
 * Reads the field of a secret that answers never contain. Absent keeps it and null clears it. Forms that were answered
 * null send an empty text back, so that keeps it too while it `isNeeded`, and clears it otherwise.
 */
export function readSecretChange(sent: string | null | undefined, isNeeded: boolean): SecretChange {
  if (sent === undefined) return { kind: 'keep' };
  if (sent === null) return { kind: 'clear' };
  if (sent === '') return { kind: isNeeded ? 'keep' : 'clear' };
  return { kind: 'replace', value: sent };
}
