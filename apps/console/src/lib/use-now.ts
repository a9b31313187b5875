import { useSyncExternalStore } from 'react';

const tickMilliseconds = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMilliseconds);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Current time, updated every 10 s. All components share one timer, so a thousand rows update in one render. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, readNow));
}

function readNow(): number {
  // The timer starts with the first subscriber, so the stored time may be old; and clocks are set back.
  if (timer === undefined && Math.abs(Date.now() - now) > tickMilliseconds) now = Date.now();
  return now;
}
