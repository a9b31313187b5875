import type { Clock } from './clock.ts';

/** Core takes a component for silent when it receives nothing for a few times as long. */
const heartbeatMilliseconds = 10_000;

/** Sends until the signal is aborted. */
export async function sendHeartbeats(send: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  for (;;) {
    await clock.sleep(heartbeatMilliseconds, signal);
    if (signal.aborted) return;
    send();
  }
}
