/** Time stamps of the interface: UTC without a zone, `2026-03-01T09:30:00`, with a fraction only if it is not zero. */
export function toNaive(date: Date): string {
  const text = date.toISOString();
  return text.slice(0, text.endsWith('.000Z') ? -5 : -1);
}
