/** The interface's time stamps: UTC without a zone, `2026-03-01T09:30:00`, a fraction only where there is one. */
export function toNaive(date: Date): string {
  return date.toISOString().replace(/(?:\.000)?Z$/, '');
}
