import {
  type AccessProfile,
  type AccessEntry as EntryMessage,
  type Firewall,
  FirewallMode,
} from '@gatewarden/contract/gateway/v1';
import { formatAddress } from '@gatewarden/net/address';
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
  const family = firstAddress.length === 4 ? 4 : 6;
  const [first, last] = [toNumber(firstAddress), toNumber(lastAddress)];
  const isValid = firstAddress.length === lastAddress.length && [4, 16].includes(firstAddress.length) && first <= last;
  if (!isValid) throw new UnusableState('An access profile has an invalid range of addresses.');
  return {
    family,
    first: formatAddress({ family, value: first }),
    last: formatAddress({ family, value: last }),
    services: services.map(readService),
    allow,
    rule: ruleId === 0n ? '' : `${ruleId}`,
  };
}

const [maxProtocol, maxPort] = [255, 65_535];
const protocolsWithPorts = [6, 17];

function readService({ firstProtocol, lastProtocol, firstPort, lastPort }: ServiceRange): ServiceRange {
  const isAscending = firstProtocol <= lastProtocol && firstPort <= lastPort;
  const hasAllPorts = firstPort === 0 && lastPort === maxPort;
  const isPorts = firstProtocol === lastProtocol && protocolsWithPorts.includes(firstProtocol);
  if (!isAscending || lastProtocol > maxProtocol || lastPort > maxPort || !(hasAllPorts || isPorts)) {
    throw new UnusableState('An access profile has an invalid range of ports.');
  }
  return { firstProtocol, lastProtocol, firstPort, lastPort };
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
