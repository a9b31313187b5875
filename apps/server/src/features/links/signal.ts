/** Wakes one waiting caller. A signal that is sent while none waits is received by the next one. */
export interface Signal {
  send(): void;
  received(): Promise<void>;
}

export function createSignal(): Signal {
  let sent = Promise.withResolvers<void>();
  return {
    send: () => sent.resolve(),
    async received() {
      await sent.promise;
      sent = Promise.withResolvers<void>();
    },
  };
}
