import type { Packet } from '@gatewarden/access/evaluate';
import { serviceOfPacket, serviceRangesOf } from '@gatewarden/access/services';
import { type AccessEntry, FirewallMode } from '@gatewarden/contract/gateway/v1';
import type { AppliedFirewall } from './applied-state.ts';

/** What a gateway with this firewall does with the first packet of a connection from the peer, as the protocol says. */
export function isForwarded(firewall: AppliedFirewall, publicKey: string, packet: Packet): boolean {
  if (firewall.mode === FirewallMode.OFF) return true;
  const profileId = firewall.profileOfPeer.get(publicKey) ?? 0n;
  const entries = profileId === 0n ? [] : firewall.profiles.get(profileId);
  if (!entries) throw new Error(`the peer has an unknown profile ${profileId}`);
  const entry = entries.find((each) => contains(each, packet));
  if (entry) return entry.allow;
  if (firewall.protected.some((each) => contains(each, packet))) return false;
  return firewall.mode === FirewallMode.ALLOW;
}

function contains({ firstAddress, lastAddress, services }: AccessEntry, { destination, ...service }: Packet): boolean {
  const { family, value } = destination;
  const isAddress = firstAddress.length === (family === 4 ? 4 : 16);
  if (!isAddress || value < toNumber(firstAddress) || value > toNumber(lastAddress)) return false;
  if (services.length === 0) return true;
  const number = serviceOfPacket({ ...service, family });
  const [named] = serviceRangesOf([number, number]);
  if (!named) return false;
  return services.some(
    ({ firstProtocol, lastProtocol, firstPort, lastPort }) =>
      named.firstProtocol >= firstProtocol &&
      named.firstProtocol <= lastProtocol &&
      named.firstPort >= firstPort &&
      named.firstPort <= lastPort,
  );
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
