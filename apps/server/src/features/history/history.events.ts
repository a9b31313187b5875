declare module '../../platform/events/events.ts' {
  interface EventMap {
    /**
     * The database is an older copy, or went another way than what core and gateways saw. Instants are ISO texts.
     * `lostFrom` is when the newest entry was written that is still there; null when there is none.
     */
    'instance.restored': {
      readonly lostEntries: number;
      readonly lostFrom: string | null;
      readonly lostUntil: string;
      /** Who had seen more: `core`, or the name of a gateway. */
      readonly noticedBy: string;
    };
    'instance.restore-acknowledged': Readonly<Record<string, never>>;
  }
}
