/** Wakes one who waits; rung while nobody waits, it is heard by the next. */
export interface Bell {
  ring(): void;
  rung(): Promise<void>;
}

export function createBell(): Bell {
  let heard = Promise.withResolvers<void>();
  return {
    ring: () => heard.resolve(),
    async rung() {
      await heard.promise;
      heard = Promise.withResolvers<void>();
    },
  };
}
