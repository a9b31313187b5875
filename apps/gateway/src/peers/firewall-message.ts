import { create } from '@bufbuild/protobuf';
import { AccessEntrySchema, AccessProfileSchema, FirewallMode, FirewallSchema } from '@gatewarden/contract/gateway/v1';
import { parseAddress } from '@gatewarden/net/address';
import { addressToBytes } from '@gatewarden/net/address-bytes';
import type { AccessEntry } from '../ports/firewall.ts';
import type { AccessState } from './read-firewall.ts';

/** As core sends it. */
export function toFirewallMessage(access: AccessState) {
  return create(FirewallSchema, {
    mode: access.mode === 'deny' ? FirewallMode.DENY : FirewallMode.ALLOW,
    protected: access.protected.map(toEntry),
    profiles: [...access.profiles].map(([id, entries]) =>
      create(AccessProfileSchema, { id: BigInt(id), entries: entries.map(toEntry) }),
    ),
  });
}

function toEntry({ first, last, services, allow, rule }: AccessEntry) {
  return create(AccessEntrySchema, {
    firstAddress: toBytes(first),
    lastAddress: toBytes(last),
    services: [...services],
    allow,
    ruleId: BigInt(rule || 0),
  });
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const address = parseAddress(text);
  if (!address) throw new Error('an entry of a valid state has an invalid address');
  return addressToBytes(address);
}
