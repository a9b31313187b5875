const firstMilliseconds = 1_000;
const maxBackoffMilliseconds = 60_000;

interface Attempt {
  /** From 0. */
  readonly attempt: number;
  readonly isLimited: boolean;
  readonly now: Date;
}

/**
 * How long to wait before the next attempt, in milliseconds: as `Retry-After` says (RFC 9110 §10.2.3), else until the time
 * of `X-Rate-Limit-Reset` if the answer limits requests, else twice as long as before the last one.
 */
export function waitTime(headers: Headers | undefined, { attempt, isLimited, now }: Attempt): number {
  const backoff = Math.min(firstMilliseconds * 2 ** attempt, maxBackoffMilliseconds);
  const after = headers?.get('retry-after')?.trim();
  if (after) {
    const milliseconds = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now.getTime();
    if (Number.isFinite(milliseconds)) return Math.max(milliseconds, firstMilliseconds);
  }
  // also in answers that do not limit
  if (!isLimited) return backoff;
  const reset = Number(headers?.get('x-rate-limit-reset') ?? Number.NaN) * 1_000 - now.getTime();
  return Number.isFinite(reset) ? Math.max(reset, firstMilliseconds) : backoff;
}
