import { useEffect, useRef, useSyncExternalStore } from 'react';
import { apiBase } from './path-of.ts';

/** `restored`: for a moment after the server has answered again. */
export type ConnectionState = 'connected' | 'away' | 'restored';

interface Connection {
  readonly state: ConnectionState;
  /** Whether an attempt that the user asked for is in flight. */
  readonly isTrying: boolean;
}

const initial: Connection = { state: 'connected', isTrying: false };
/** Delays between attempts; the last one repeats. */
const attemptMilliseconds = [1_000, 2_000, 4_000, 8_000, 10_000] as const;
/** Between questions while the browser has no network but the server answers. */
const offlineMilliseconds = 5_000;
const maxAnswerMilliseconds = 5_000;
const restoredMilliseconds = 3_000;

const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();
let connection = initial;
let watchers = 0;
let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let offlineTimer: ReturnType<typeof setTimeout> | undefined;
let probe: Promise<boolean> | undefined;

/** Whether the server does not answer. */
export function isAway(): boolean {
  return connection.state === 'away';
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

/** Calls the listener, which may change, each time the server answers again. */
export function useReturn(listener: (() => void) | undefined): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onReturn(() => latest.current?.()), []);
}

export function onReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => void returnListeners.delete(listener);
}

/** The server answered: a call, also with a refusal, or an event of the stream. */
export function reportAnswer(): void {
  if (connection.state !== 'away') return;
  clearTimeout(timer);
  set({ state: 'restored', isTrying: false });
  timer = setTimeout(() => set(initial), restoredMilliseconds);
  for (const listener of returnListeners) listener();
}

/** A call or the stream failed, or takes long. One failure proves nothing: the server is asked whether it is there. */
export function reportFailure(): void {
  if (watchers > 0 && !isAway()) void isServerThere();
}

/** Asks now, for the button of the bar. */
export async function tryNow(): Promise<void> {
  set({ ...connection, isTrying: true });
  await isServerThere();
  set({ ...connection, isTrying: false });
}

/** Asks the server at once. Afterwards the state is known. */
export async function isServerThere(): Promise<boolean> {
  probe ??= ask().finally(() => {
    probe = undefined;
  });
  const isThere = await probe;
  clearTimeout(offlineTimer);
  if (isThere) {
    reportAnswer();
    // the answer may have been the last one; a server on this machine answers without a network
    if (!navigator.onLine && watchers > 0) offlineTimer = setTimeout(() => void isServerThere(), offlineMilliseconds);
  } else if (watchers > 0) leave();
  return isThere;
}

async function ask(): Promise<boolean> {
  try {
    const response = await fetch(`${apiBase}/health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(maxAnswerMilliseconds),
    });
    // a proxy, or the sign-in page of a hotel, answers for a server that is away
    return response.ok && (await response.text()).trim() === 'alive';
  } catch {
    return false;
  }
}

function leave(): void {
  clearTimeout(timer);
  if (!isAway()) {
    attempts = 0;
    set({ ...connection, state: 'away' });
  }
  timer = setTimeout(
    () => void isServerThere(),
    attemptMilliseconds[Math.min(attempts, attemptMilliseconds.length - 1)],
  );
  attempts += 1;
}

/** Keeps the state current until the returned function is called. */
export function watchConnection(): () => void {
  watchers += 1;
  const left = new AbortController();
  const { signal } = left;
  // what the browser says about its network is a reason to ask: a server on this machine answers without one
  for (const name of ['online', 'offline']) window.addEventListener(name, () => void isServerThere(), { signal });
  const onVisible = () => document.visibilityState === 'visible' && isAway() && void isServerThere();
  document.addEventListener('visibilitychange', onVisible, { signal });
  return () => {
    left.abort();
    watchers -= 1;
    if (watchers > 0) return;
    clearTimeout(timer);
    clearTimeout(offlineTimer);
    set(initial);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}
