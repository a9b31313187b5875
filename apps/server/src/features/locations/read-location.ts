import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { addLocation } from '@gatewarden/contract/locations';
import { parseInterfaceAddressList, parseSubnetList } from '@gatewarden/net/address-list';
import { checkNetworks, type NetworksProblem } from '@gatewarden/net/check-networks';
import type { InterfaceAddress } from '@gatewarden/net/subnet';
import type { LocationFields } from './locations.queries.ts';

/** A location as an administrator entered it. */
export type LocationBody = BodyOf<typeof addLocation>;

export interface LocationInput {
  /** Undefined: as it is; of a new location, off or the default. */
  readonly fields: Omit<LocationFields, 'masquerade' | 'mfa_session_hours'> & {
    readonly masquerade: boolean | undefined;
    readonly mfa_session_hours: number | undefined;
  };
  readonly networks: readonly InterfaceAddress[];
  /** Names, as entered. */
  readonly groups: readonly string[];
}

/**
 * Parses and validates the lists of a location.
 * @throws address_invalid, allowed_ips_invalid, networks_overlap, gateway_address_unusable; each names the invalid item
 */
export function readLocation(body: LocationBody): LocationInput {
  return {
    fields: {
      name: body.name,
      endpoint: body.endpoint,
      port: body.port,
      dns: body.dns ?? null,
      allowed_ips: readAllowedIps(body.allowed_ips ?? ''),
      keepalive_seconds: body.keepalive_interval,
      disconnect_threshold_seconds: body.peer_disconnect_threshold,
      acl_enabled: body.acl_enabled,
      acl_default_allow: body.acl_default_allow,
      mfa_mode: body.location_mfa_mode,
      mfa_session_hours: body.mfa_session_hours,
      masquerade: body.masquerade,
    },
    networks: readNetworks(body.address),
    groups: body.allowed_groups,
  };
}

/** @throws address_invalid, networks_overlap, gateway_address_unusable */
export function readNetworks(text: string): InterfaceAddress[] {
  const list = parseInterfaceAddressList(text);
  if (list.kind === 'bad-item') throw new DomainError('address_invalid', { field: 'address', item: list.item });
  const problem = checkNetworks(list.items);
  if (problem) throw refusal(problem);
  return list.items;
}

function readAllowedIps(text: string): string[] {
  const list = parseSubnetList(text);
  if (list.kind === 'bad-item') throw new DomainError('allowed_ips_invalid', { field: 'allowed_ips', item: list.item });
  return list.items.map((subnet) => subnet.text);
}

function refusal(problem: NetworksProblem): DomainError {
  const field = 'address';
  switch (problem.kind) {
    case 'no-network':
      return new DomainError('address_invalid', { field });
    case 'reserved-network':
      return new DomainError('address_invalid', { field, item: problem.network.text });
    case 'unusable-gateway-address':
      return new DomainError('gateway_address_unusable', { field, item: problem.network.text });
    case 'overlapping-networks':
      return new DomainError('networks_overlap', { field, item: problem.network.text, other: problem.other.text });
  }
}
