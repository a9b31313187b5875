import { useLayoutEffect, useState } from 'react';

/** Whole seconds until the instant, in milliseconds, renewed every second; 0 once it is past or where there is none. */
export function useSecondsUntil(instant: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const seconds = instant === undefined ? 0 : Math.max(0, Math.ceil((instant - now) / 1000));
  // before it is painted: `now` may be as old as the page
  useLayoutEffect(() => {
    if (instant === undefined) return;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= instant) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}
