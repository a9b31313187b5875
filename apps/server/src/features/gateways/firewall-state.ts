import type { AccessRule, Source } from '@gatewarden/access/rule';
import type { Tx } from '../../platform/database/database.ts';
import type { CompiledFirewall, FirewallInput } from './compile-firewall.ts';
import * as queries from './firewall.queries.ts';
import type { Assignment } from './peers.queries.ts';

/** Rules that are deployed, enabled and not expired. */
export interface ActiveRules {
  /** Those of a location; with sources, at least those that name any of them. In any order. */
  list(tx: Tx, filter: RuleFilter): Promise<readonly AccessRule[]>;
}

interface RuleFilter {
  readonly locationId: number;
  readonly sources?: readonly Source[] | undefined;
}

/** @throws access_rules_too_complex if it exceeds its limits, rate_limited while too many wait */
export type CompileFirewall = (input: FirewallInput) => Promise<CompiledFirewall>;

interface Dependencies {
  readonly activeRules: ActiveRules;
  readonly compile: CompileFirewall;
}

interface Scope {
  /** Locations with their states locked, whose peers are up to date. */
  readonly locationIds: readonly number[];
  /** Those of them whose rules may have changed. */
  readonly completeIds: readonly number[];
  /** Peers whose owner, groups or addresses may have changed; those of `completeIds` need not be among them. */
  readonly assignments: readonly Assignment[];
}

/**
 * The part of the desired state that gateways enforce with their firewall. It is compiled in the transaction of each
 * change, so a peer never exists without its profile.
 */
export function createFirewallState({ activeRules, compile }: Dependencies) {
  async function compileAll(tx: Tx, locationId: number, mode: 'deny' | 'allow', at: Date): Promise<boolean> {
    const sources = (await queries.listSources(tx, locationId)).map(toSource);
    const rules = await activeRules.list(tx, { locationId });
    const compiled = await compile({ rules, sources, locationId, allowByDefault: mode === 'allow' });
    const isReplaced = await queries.setFirewall(tx, locationId, { mode, ...compiled });
    return (await storeProfiles(tx, locationId, { sources, compiled, at })) || isReplaced;
  }

  async function compilePeers(tx: Tx, locationId: number, deviceIds: readonly number[], at: Date): Promise<boolean> {
    const sources = (await queries.listSources(tx, locationId, deviceIds)).map(toSource);
    if (sources.length === 0) return queries.removeUnusedProfiles(tx, locationId, at);
    const rules = await activeRules.list(tx, { locationId, sources: sources.map(({ source }) => source) });
    // what is protected does not depend on sources
    const compiled = await compile({ rules, sources, locationId, allowByDefault: false });
    return storeProfiles(tx, locationId, { sources, compiled, at });
  }

  async function turnOff(tx: Tx, locationId: number, at: Date): Promise<boolean> {
    await queries.clearPeerProfiles(tx, locationId);
    await queries.removeUnusedProfiles(tx, locationId, at);
    return queries.setFirewall(tx, locationId, { mode: 'off', protectedEntries: new Uint8Array() });
  }

  return {
    /** Updates what the gateways of these locations enforce. Returns the locations where it changed. */
    async update(tx: Tx, { locationIds, completeIds, assignments }: Scope, at: Date): Promise<number[]> {
      const changed: number[] = [];
      for (const { location_id: id, current, wanted } of await queries.listFirewallModes(tx, locationIds)) {
        if (wanted === 'off') {
          if (current !== 'off' && (await turnOff(tx, id, at))) changed.push(id);
          continue;
        }
        const devices = assignments.filter(({ location_id: own }) => own === id).map(({ device_id: device }) => device);
        const isComplete = current !== wanted || completeIds.includes(id);
        if (isComplete ? await compileAll(tx, id, wanted, at) : await compilePeers(tx, id, devices, at))
          changed.push(id);
      }
      return changed;
    },
  };
}

export type FirewallState = ReturnType<typeof createFirewallState>;

interface CompiledSources {
  readonly sources: FirewallInput['sources'];
  readonly compiled: CompiledFirewall;
  readonly at: Date;
}

async function storeProfiles(tx: Tx, locationId: number, { sources, compiled, at }: CompiledSources): Promise<boolean> {
  const { profiles, profileIndexes } = compiled;
  const ids = await queries.addProfiles(tx, locationId, profiles);
  const peers = sources.map(({ deviceId }, index) => {
    const profile = profiles[profileIndexes[index] ?? -1];
    return { deviceId, profileId: (profile && ids.get(profile.digest)) ?? null };
  });
  const isChanged = await queries.setPeerProfiles(tx, locationId, peers);
  return (await queries.removeUnusedProfiles(tx, locationId, at)) || isChanged;
}

function toSource({ device_id: deviceId, kind, user_id: userId, groups }: queries.SourceRow) {
  const source: Source =
    kind === 'user' ? { kind: 'user', id: userId, groups } : { kind: 'network-device', id: deviceId };
  return { deviceId, source };
}
