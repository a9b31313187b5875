interface Interval {
  timer: ReturnType<typeof setTimeout>;
  isPending: boolean;
}

interface Throttle<Key> {
  /** Runs the action immediately, or at the end of the interval that its previous run started. */
  request(key: Key): void;
  /** Runs all pending actions now; the next request of each key runs immediately, unless its action could not run. */
  flush(): void;
  /** Drops all pending actions. */
  stop(): void;
}

/**
 * Runs `action` at most once per interval and key, so that a burst of requests causes one run at its start and one at
 * the end of each interval. An action that returns false could not run now: it is tried again after an interval.
 */
export function createThrottle<Key>(
  intervalMilliseconds: (key: Key) => number,
  action: (key: Key) => boolean,
): Throttle<Key> {
  const intervals = new Map<Key, Interval>();

  function run(key: Key): void {
    wait(key, !action(key));
  }

  function wait(key: Key, isPending: boolean): void {
    intervals.set(key, { timer: setTimeout(() => end(key), intervalMilliseconds(key)), isPending });
  }

  function end(key: Key): void {
    const isPending = intervals.get(key)?.isPending;
    intervals.delete(key);
    if (isPending) run(key);
  }

  function stop(): void {
    for (const { timer } of intervals.values()) clearTimeout(timer);
    intervals.clear();
  }

  return {
    request(key) {
      const interval = intervals.get(key);
      if (interval) interval.isPending = true;
      else run(key);
    },
    flush() {
      const pending = [...intervals].filter(([, { isPending }]) => isPending);
      stop();
      for (const [key] of pending) if (!action(key)) wait(key, true);
    },
    stop,
  };
}
