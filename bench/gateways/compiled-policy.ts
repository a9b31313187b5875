import { create, fromBinary } from '@bufbuild/protobuf';
import { AccessProfileSchema, FirewallMode, FirewallSchema } from '@gatewarden/contract/gateway/v1';
import { readFirewall } from '../../apps/gateway/src/peers/read-firewall.ts';
import type { AccessEntry, FirewallPolicy } from '../../apps/gateway/src/ports/firewall.ts';
import { compileFirewall, type FirewallInput } from '../../apps/server/src/features/gateways/compile-firewall.ts';

/**
 * What a gateway enforces for these rules and sources, as its agent reads it; each source has an address of 10.64.0.0/11.
 * The device at `address` has the largest profile, but may reach `destination`.
 */
export function compilePolicy(
  input: Pick<FirewallInput, 'rules' | 'sources'>,
  { address, destination }: { readonly address: string; readonly destination: string },
): FirewallPolicy {
  const compiled = compileFirewall({ ...input, locationId: 1, allowByDefault: true });
  const message = fromBinary(FirewallSchema, compiled.protectedEntries);
  const profiles = compiled.profiles.map(({ entries }, index) =>
    create(AccessProfileSchema, { ...fromBinary(AccessProfileSchema, entries), id: BigInt(index + 1) }),
  );
  const access = readFirewall(create(FirewallSchema, { ...message, mode: FirewallMode.ALLOW, profiles }));
  if (!access) throw new Error('the compiled firewall is off');
  const largest = [...access.profiles.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
  const allowed: AccessEntry = {
    ...{ family: 4, first: destination, last: destination, services: [], allow: true, rule: '1' },
  };
  const sources = new Map<string, string>(
    compiled.profileIndexes.flatMap((index, nth) =>
      index < 0 ? [] : [[`10.${64 + (nth >> 16)}.${(nth >> 8) & 255}.${nth & 255}`, `${index + 1}`] as const],
    ),
  );
  return {
    ...access,
    profiles: new Map(access.profiles).set('device', [
      ...largest.filter((entry) => !contains(entry, destination)),
      allowed,
    ]),
    sources: sources.set(address, 'device'),
  };
}

function contains({ family, first, last }: AccessEntry, destination: string): boolean {
  const number = (text: string) => text.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return family === 4 && number(first) <= number(destination) && number(destination) <= number(last);
}
