interface Period {
  readonly from: string;
  /** Absent: now. */
  readonly to?: string | undefined;
}

const maxNameLength = 64;

/** "traffic-warsaw-2026-10-28-to-2026-11-27.csv", with characters that all systems allow; the days are those of UTC. */
export function csvName(name: string, { from, to }: Period, now: Date): string {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxNameLength)
    .replaceAll(/^-+|-+$/g, '');
  const days = [from, to ?? now.toISOString()].map((at) => at.slice(0, 'yyyy-MM-dd'.length));
  return `${['traffic', words, days.join('-to-')].filter(Boolean).join('-')}.csv`;
}
