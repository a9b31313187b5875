import { StaleTopic } from '@gatewarden/contract/live';
import { type EventRules, isAboutAllUsers } from '../event-rules.ts';

interface HistoryEvents {
  /**
   * The database is an older copy, or went another way than what core and gateways saw. Instants are ISO texts.
   * `lostFrom` is when the newest entry was written that is still there, `lostUntil` when the newest lost one was; null
   * is not known.
   */
  'instance.restored': {
    readonly lostEntries: number | null;
    readonly lostFrom: string | null;
    readonly lostUntil: string | null;
    /** Who had seen more: `core`, or the name of a gateway; or who declared the restore. */
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
