import { hash } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { createCompiler } from '@gatewarden/access/compile';
import type { PolicyEntry, Profile, Target } from '@gatewarden/access/policy';
import type { AccessRule, Source } from '@gatewarden/access/rule';
import { anyService, serviceRangesOf } from '@gatewarden/access/services';
import {
  type AccessEntry,
  AccessEntrySchema,
  AccessProfileSchema,
  FirewallSchema,
} from '@gatewarden/contract/gateway/v1';
import { addressToBytes } from '@gatewarden/net/address-bytes';
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
  const encode = createProfileEncoder();
  const indexes = new Map<Profile, number>();
  const indexesByDigest = new Map<string, number>();
  const profiles: StoredProfile[] = [];

  function addProfile(profile: Profile): number {
    const encoded = encode(profile);
    const index = indexesByDigest.get(encoded.digest) ?? profiles.push(encoded) - 1;
    indexesByDigest.set(encoded.digest, index);
    return index;
  }

  const profileIndexes = sources.map(({ source }) => {
    const profile = profileOf(source);
    if (!profile) return -1;
    const index = indexes.get(profile) ?? addProfile(profile);
    indexes.set(profile, index);
    return index;
  });
  const protectedEntries = policy.protectedTargets.map((target) => toEntry({ ...target, allow: false, ruleId: 0 }));
  return {
    protectedEntries: toBinary(FirewallSchema, create(FirewallSchema, { protected: protectedEntries })),
    profiles,
    profileIndexes,
  };
}

function createProfileEncoder(): (profile: Profile) => StoredProfile {
  /** Each an AccessProfile with one entry. Profiles have most of their entries in common. */
  const known = new Map<PolicyEntry, Uint8Array>();

  function encodeEntry(entry: PolicyEntry): Uint8Array {
    const encoded =
      known.get(entry) ?? toBinary(AccessProfileSchema, create(AccessProfileSchema, { entries: [toEntry(entry)] }));
    known.set(entry, encoded);
    return encoded;
  }

  return (profile) => {
    // https://protobuf.dev/programming-guides/encoding/#last-one-wins: concatenated messages have the entries of all
    const entries = Buffer.concat(profile.map(encodeEntry));
    return { digest: hash('sha256', entries, 'hex'), entries };
  };
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
    firstAddress: addressToBytes({ family, value: first }),
    lastAddress: addressToBytes({ family, value: last }),
    services: isAny ? [] : serviceRangesOf(services),
    allow,
    ruleId: BigInt(ruleId),
  });
}
