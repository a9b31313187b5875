declare module '../../platform/events/events.ts' {
  interface EventMap {
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
}
