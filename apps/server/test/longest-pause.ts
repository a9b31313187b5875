import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time that the work blocked the event loop, as a share of its duration: 1 is all of it. */
export async function measureLongestPause(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const from = performance.now();
  await work();
  delay.disable();
  return delay.max / 1e6 / (performance.now() - from);
}
