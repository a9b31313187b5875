import { useLayoutEffect, useState } from 'react';

/** Whole seconds until the instant (epoch milliseconds), updated every second; 0 when it is past or undefined. */
export function useSecondsUntil(instant: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const seconds = instant === undefined ? 0 : Math.max(0, Math.ceil((instant - now) / 1000));
  // before the paint: `now` may be as old as the page
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
