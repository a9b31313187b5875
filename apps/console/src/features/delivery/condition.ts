import type { DeliveryState } from '@gatewarden/contract/delivery';

/** `stopped`: core turned the destination off; `off`: an administrator did. */
export const conditions = ['on', 'failing', 'stopped', 'off'] as const;
export type Condition = (typeof conditions)[number];

/** A webhook, or a stream of the activity log. */
export interface Destination {
  readonly enabled: boolean;
  readonly state: DeliveryState;
}

export function conditionOf({ enabled, state }: Destination): Condition {
  if (!enabled) return state.stopped === null ? 'off' : 'stopped';
  return state.failing_since === null ? 'on' : 'failing';
}
