import type { Clock } from './clock.ts';

/** Core regards a component as silent after several times this interval without a message. */
const heartbeatMilliseconds = 10_000;

/** Calls `send` at the interval until the signal is aborted. */
export async function sendHeartbeats(
  send: () => void | Promise<void>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(heartbeatMilliseconds, signal);
    if (signal.aborted) return;
    await send();
  }
}
