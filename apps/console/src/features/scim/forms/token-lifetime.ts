/** Days; a token without expiry is offered last. */
export const lifetimes = ['90', '365', '730', 'endless'] as const;
type Lifetime = (typeof lifetimes)[number];

/** As in requests; null: the token does not expire. */
export function expiryAfter(lifetime: Lifetime): string | null {
  if (lifetime === 'endless') return null;
  const end = new Date();
  end.setDate(end.getDate() + Number(lifetime));
  return end.toISOString();
}
