import type { OpenidApp } from '@gatewarden/contract/openid-apps';

/** As in the contract, whose schemas are loaded later. */
export const appKinds = ['web', 'public', 'machine'] as const satisfies readonly OpenidApp['kind'][];
export const appStates = ['enabled', 'disabled'] as const;

export interface AppFilter {
  /** Part of the name, the description or the client id; ignores case. */
  readonly q?: string | undefined;
  readonly kind?: (typeof appKinds)[number] | undefined;
  readonly state?: (typeof appStates)[number] | undefined;
}

/** Applications that match the filter, in the given order. */
export function filterApps(apps: readonly OpenidApp[], { q = '', kind, state }: AppFilter): readonly OpenidApp[] {
  const text = q.trim().toLowerCase();
  return apps.filter((app) => {
    if (kind !== undefined && app.kind !== kind) return false;
    if (state !== undefined && app.enabled !== (state === 'enabled')) return false;
    return `${app.name} ${app.description} ${app.client_id}`.toLowerCase().includes(text);
  });
}
