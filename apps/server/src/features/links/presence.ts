import type { ComponentState } from './components.queries.ts';

/** Three heartbeats: a replica that died leaves its components marked as connected. */
const silentMilliseconds = 30_000;

/** Whether it has a stream to some replica, as far as can be known at that time. */
export function isConnected({ connected, seen_at }: Pick<ComponentState, 'connected' | 'seen_at'>, now: Date): boolean {
  return connected && seen_at !== null && seen_at >= staleBefore(now);
}

/** A component that was last seen before this instant is disconnected. */
export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - silentMilliseconds);
}
