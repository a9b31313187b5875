import { StaleTopic } from '@gatewarden/contract/live';
import { type EventRules, isAboutAllUsers } from '../event-rules.ts';

interface HistoryEvents {
  /**
   * The database is an older copy, or has diverged from what core and gateways saw. Times are ISO 8601 texts.
   * `lostFrom` is when the newest remaining entry was written, `lostUntil` when the newest lost entry was written; null
   * if unknown.
   */
  'instance.restored': {
    readonly lostEntries: number | null;
    readonly lostFrom: string | null;
    readonly lostUntil: string | null;
    /** What had seen a newer state: `core`, or the name of a gateway; or the user who declared the restore. */
    readonly noticedBy: string;
  };
  'instance.restore-acknowledged': Readonly<Record<string, never>>;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends HistoryEvents {}
}

export const historyEvents = {
  'instance.restored': {
    entry: ({ lostEntries, lostFrom, lostUntil, noticedBy }) => ({
      event: 'instance_restored',
      description: `Lost entries: ${lostEntries === null ? 'unknown' : `at least ${lostEntries}`}, written from ${lostFrom ?? 'an unknown time'} to ${lostUntil ?? 'an unknown time'}; noticed by ${noticedBy}`,
      metadata: { lost_entries: lostEntries, lost_from: lostFrom, lost_until: lostUntil, noticed_by: noticedBy },
    }),
    stale: { admins: StaleTopic.options, own: StaleTopic.options, isAbout: isAboutAllUsers, changesRights: true },
  },
  'instance.restore-acknowledged': {
    entry: () => ({ event: 'instance_restore_acknowledged' }),
    stale: { admins: ['notices'] },
  },
} as const satisfies EventRules<HistoryEvents>;
