import { createHash } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { createCompiler } from '@gatewarden/access/compile';
import type { PolicyEntry, Target } from '@gatewarden/access/policy';
import type { AccessRule, Source } from '@gatewarden/access/rule';
import { anyService, serviceRangesOf } from '@gatewarden/access/services';
import {
  type AccessEntry,
  AccessEntrySchema,
  AccessProfileSchema,
  FirewallSchema,
} from '@gatewarden/contract/gateway/v1';
import type { StoredProfile } from './firewall.queries.ts';

export interface FirewallInput {
  /** The active rules; those that name none of the sources only matter for what is protected. */
  readonly rules: readonly AccessRule[];
  readonly locationId: number;
  readonly allowByDefault: boolean;
  readonly sources: readonly { readonly deviceId: number; readonly source: Source }[];
}

/** What gateways of a location enforce, encoded as in the gateway protocol. */
export interface CompiledFirewall {
  /** A Firewall with `protected` alone. */
  readonly protectedEntries: Uint8Array;
  readonly profiles: readonly StoredProfile[];
  /** For each source, in their order: the index of its profile, or -1 if it has none. */
  readonly profileIndexes: readonly number[];
}

export function compileFirewall({ sources, ...input }: FirewallInput): CompiledFirewall {
  const { policy, profileOf } = createCompiler(input);
  const indexes = new Map<string, number>();
  const profiles: StoredProfile[] = [];
  const profileIndexes = sources.map(({ source }) => {
    const profile = profileOf(source);
    if (!profile) return -1;
    const known = indexes.get(profile.key);
    if (known !== undefined) return known;
    indexes.set(profile.key, profiles.length);
    return profiles.push(encodeProfile(profile.key, profile.entries)) - 1;
  });
  const protectedEntries = policy.protectedTargets.map((target) => toEntry({ ...target, allow: false, ruleId: 0 }));
  return {
    protectedEntries: toBinary(FirewallSchema, create(FirewallSchema, { protected: protectedEntries })),
    profiles,
    profileIndexes,
  };
}

const encodedEntries = new WeakMap<PolicyEntry, Uint8Array>();

function encodeProfile(key: string, entries: readonly PolicyEntry[]): StoredProfile {
  return {
    digest: createHash('sha256').update(key).digest('hex'),
    // https://protobuf.dev/programming-guides/encoding/#last-one-wins: concatenated messages have the entries of all
    entries: Buffer.concat(entries.map(encodeEntry)),
  };
}

/** An AccessProfile with this entry alone. Profiles have most of their entries in common. */
function encodeEntry(entry: PolicyEntry): Uint8Array {
  const known = encodedEntries.get(entry);
  if (known) return known;
  const encoded = toBinary(AccessProfileSchema, create(AccessProfileSchema, { entries: [toEntry(entry)] }));
  encodedEntries.set(entry, encoded);
  return encoded;
}

function toEntry({
  family,
  first,
  last,
  services,
  allow,
  ruleId,
}: Target & Pick<PolicyEntry, 'allow' | 'ruleId'>): AccessEntry {
  const isAny = services.length === anyService.length && services.every((bound, index) => bound === anyService[index]);
  return create(AccessEntrySchema, {
    firstAddress: toBytes(family, first),
    lastAddress: toBytes(family, last),
    services: isAny ? [] : serviceRangesOf(services),
    allow,
    ruleId: BigInt(ruleId),
  });
}

function toBytes(family: 4 | 6, value: bigint): Uint8Array<ArrayBuffer> {
  const digits = family === 4 ? 8 : 32;
  return new Uint8Array(Buffer.from(value.toString(16).padStart(digits, '0'), 'hex'));
}
