import type { Webhook } from '@gatewarden/contract/webhooks';

/** Triggers with a documented content, in the order of forms, and the event that their requests name. */
export const triggers = {
  on_user_created: 'user_created',
  on_user_modified: 'user_modified',
  on_user_deleted: 'user_deleted',
  on_hwkey_provision: 'user_keys',
} as const satisfies Partial<Record<keyof Webhook, string>>;
export type Trigger = keyof typeof triggers;

export const triggerNames = Object.keys(triggers) as readonly Trigger[];

/** The trigger whose requests name the event. */
export function triggerOf(event: string): Trigger | undefined {
  return triggerNames.find((name) => triggers[name] === event);
}
