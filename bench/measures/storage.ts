import { retention } from '../data-set/retention.ts';
import { atMost, type Measure } from '../measure.ts';

const month = 30 * 86_400_000;

/**
 * The size for a month is computed per level: its whole size if it covers less than a month, otherwise the part for one
 * month.
 */
export const storage: Measure = {
  name: 'storage',
  async *run({ query }) {
    const rows = await query<{ table: string; bytes: string }>(`
      select relname as "table", pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relname like 'traffic%' and relnamespace = 'public'::regnamespace`);
    const [{ devices } = { devices: 1 }] = await query<{ devices: number }>(
      'select count(*)::int as devices from device',
    );
    const retained: Readonly<Record<string, number>> = {
      traffic_hours: retention.deviceHours,
      traffic_days: 365 * 86_400_000,
      traffic_total: 365 * 86_400_000,
    };
    const perMonth = rows.reduce((sum, { table, bytes }) => {
      const span = Math.max(month, retained[table] ?? 0);
      return sum + (Number(bytes) * month) / span;
    }, 0);
    const whole = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    yield* [
      {
        name: 'stored traffic, per 1 000 devices and month',
        value: perMonth / (devices / 1_000) / 1_000_000,
        unit: 'MB',
        budget: atMost(50),
      },
      { name: `all traffic of ${devices} devices in a year`, value: whole / 1_000_000, unit: 'MB' },
    ];
  },
};
