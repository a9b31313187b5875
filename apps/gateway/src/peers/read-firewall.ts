import {
  type AccessProfile,
  type AccessEntry as EntryMessage,
  type Firewall,
  FirewallMode,
} from '@gatewarden/contract/gateway/v1';
import { formatAddress } from '@gatewarden/net/address';
import { addressFromBytes } from '@gatewarden/net/address-bytes';
import * as limits from '@gatewarden/net/protocols';
import { hasPorts } from '@gatewarden/net/protocols';
import type { AccessEntry, ServiceRange } from '../ports/firewall.ts';
import { UnusableState } from './read-tunnel.ts';

/** What core wants this gateway to enforce. */
export interface AccessState {
  readonly mode: 'deny' | 'allow';
  readonly protected: readonly AccessEntry[];
  /** By id. */
  readonly profiles: ReadonlyMap<string, readonly AccessEntry[]>;
}

/** Undefined if access control is off. @throws UnusableState if anything in it is invalid, so that it never opens */
export function readFirewall(message: Firewall): AccessState | undefined {
  if (message.mode === FirewallMode.OFF) return undefined;
  if (message.mode !== FirewallMode.DENY && message.mode !== FirewallMode.ALLOW) {
    throw new UnusableState('The mode of access control is unknown.');
  }
  return {
    mode: message.mode === FirewallMode.DENY ? 'deny' : 'allow',
    protected: message.protected.map(readEntry),
    profiles: addProfiles(new Map(), message.profiles),
  };
}

/** @throws UnusableState for an invalid profile, or one that exists */
export function addProfiles(
  before: AccessState['profiles'],
  messages: readonly AccessProfile[],
): Map<string, readonly AccessEntry[]> {
  const profiles = new Map(before);
  for (const { id, entries } of messages) {
    if (id === 0n || profiles.has(`${id}`)) throw new UnusableState(`The access profile ${id} comes twice.`);
    profiles.set(`${id}`, entries.map(readEntry));
  }
  return profiles;
}

function readEntry({ firstAddress, lastAddress, services, allow, ruleId }: EntryMessage): AccessEntry {
  const [first, last] = [addressFromBytes(firstAddress), addressFromBytes(lastAddress)];
  if (!first || first.family !== last?.family || first.value > last.value) {
    throw new UnusableState('An access profile has an invalid range of addresses.');
  }
  return {
    family: first.family,
    first: formatAddress(first),
    last: formatAddress(last),
    services: services.map(readService),
    allow,
    rule: ruleId === 0n ? '' : `${ruleId}`,
  };
}

function readService(message: ServiceRange): ServiceRange {
  const { firstProtocol, lastProtocol, firstPort, lastPort } = message;
  const isAscending = firstProtocol <= lastProtocol && firstPort <= lastPort;
  const isWithinLimits = lastProtocol <= limits.lastProtocol && lastPort <= limits.lastPort;
  const hasAllPorts = firstPort === 0 && lastPort === limits.lastPort;
  const isPorts = firstProtocol === lastProtocol && hasPorts(firstProtocol);
  if (!isAscending || !isWithinLimits || !(hasAllPorts || isPorts)) {
    throw new UnusableState('An access profile has an invalid range of ports.');
  }
  return { firstProtocol, lastProtocol, firstPort, lastPort };
}
