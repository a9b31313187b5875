import type { Log } from '../log/log.ts';

type Listener = (payload: string) => void;

/** Who listens to which channel of notifications. */
export interface Channels {
  has(channel: string): boolean;
  names(): Iterable<string>;
  /** Returns a function that removes the listener; the channel remains. */
  add(channel: string, listener: Listener): () => void;
  /** Calls the listeners of the channel. One that throws is logged. */
  deliver(channel: string, payload: string): void;
}

export function createChannels(log: Log): Channels {
  const channels = new Map<string, Set<Listener>>();
  return {
    has: (channel) => channels.has(channel),
    names: () => channels.keys(),
    add(channel, listener) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      return () => listeners.delete(listener);
    },
    deliver(channel, payload) {
      for (const listener of channels.get(channel) ?? []) {
        try {
          listener(payload);
        } catch (error) {
          log.error({ err: error, channel }, 'a database notification could not be processed');
        }
      }
    },
  };
}
