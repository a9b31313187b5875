import type { UserAccess } from '@gatewarden/contract/locations';
import type { Connection } from '@gatewarden/contract/traffic';
import type { UserDevice } from '@gatewarden/contract/users';

/** What the first page of a user says about their connection. */
export type OwnState =
  | { readonly kind: 'connected'; readonly connections: readonly Connection[] }
  /** With devices, of which none is connected; `allOff`: because all are switched off. */
  | { readonly kind: 'disconnected'; readonly allOff: boolean }
  /** Without devices. */
  | { readonly kind: 'no_devices'; readonly locations: readonly string[] }
  /** Without devices, and no location can be used; `reason`: why, absent if there is none. */
  | { readonly kind: 'no_locations'; readonly reason?: 'second_factor_required' };

interface Facts {
  readonly devices: readonly UserDevice[];
  readonly connections: readonly Connection[];
  /** Undefined if the locations could not be loaded. */
  readonly access: readonly UserAccess[] | undefined;
}

export function ownState({ devices, connections, access }: Facts): OwnState {
  if (connections.length > 0) return { kind: 'connected', connections };
  if (devices.length > 0) {
    return { kind: 'disconnected', allOff: devices.every(({ stopped_at }) => stopped_at !== null) };
  }
  const own = access?.filter(({ obstacle }) => obstacle !== 'not_in_group');
  const usable = own?.filter(({ obstacle }) => obstacle === null);
  if (own && usable?.length === 0) {
    const isForFactor = own.some(({ obstacle }) => obstacle === 'second_factor_required');
    return { kind: 'no_locations', ...(isForFactor && { reason: 'second_factor_required' }) };
  }
  return { kind: 'no_devices', locations: usable?.map(({ location_name }) => location_name) ?? [] };
}
