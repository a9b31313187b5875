const maxCharacters = 128;

/** The program and version of a client from its User-Agent, as one line of bounded length; null if it sent none. */
export function describeClient(userAgent: string | undefined): string | null {
  const line = (userAgent ?? '').replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...line].slice(0, maxCharacters).join('').trim() || null;
}
