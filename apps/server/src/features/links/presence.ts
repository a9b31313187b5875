import type { ComponentState } from './components.queries.ts';

/** Three heartbeats. Needed because a replica that crashes leaves its components marked as connected. */
const staleMilliseconds = 30_000;

/** Whether the component has a stream to any replica, as far as is known at that time. */
export function isConnected({ connected, seen_at }: Pick<ComponentState, 'connected' | 'seen_at'>, now: Date): boolean {
  return connected && seen_at !== null && seen_at >= staleBefore(now);
}

/** A component that was last seen before this instant is disconnected. */
export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - staleMilliseconds);
}
