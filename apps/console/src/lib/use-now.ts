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

/** The time, renewed every 10 s. All readers share one timer, so a thousand rows tick at once and cost one. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, readNow));
}

function readNow(): number {
  // Nobody ticks before the first reader subscribes, so what is held may be old.
  if (timer === undefined && Date.now() - now > tickMilliseconds) now = Date.now();
  return now;
}
