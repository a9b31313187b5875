import type { WriteHealth } from '../../platform/database/write-health.ts';
import type { Notices } from './notices.service.ts';

/** Says that the database refuses writes; each replica knows it by itself. */
export function registerDatabaseNotices(
  notices: Pick<Notices, 'register' | 'changed'>,
  health: Pick<WriteHealth, 'refusal' | 'onChange'>,
): void {
  for (const kind of ['database_read_only', 'database_full'] as const) {
    notices.register(kind, async () => {
      const refusal = health.refusal();
      return refusal?.kind === kind ? { since: refusal.since } : undefined;
    });
  }
  health.onChange(notices.changed);
}
