/** What to do with a stored secret. */
export type SecretChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'replace'; readonly value: string };

/**
 * Reads the field of a secret that responses never contain. An absent field leaves the secret unchanged and null clears
 * it. Forms that received null send back an empty text, which leaves the secret unchanged if it `isNeeded` and clears it
 * otherwise.
 */
export function readSecretChange(sent: string | null | undefined, isNeeded: boolean): SecretChange {
  if (sent === undefined) return { kind: 'keep' };
  if (sent === null) return { kind: 'clear' };
  if (sent === '') return { kind: isNeeded ? 'keep' : 'clear' };
  return { kind: 'replace', value: sent };
}
