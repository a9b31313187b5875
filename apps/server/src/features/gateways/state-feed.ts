import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import type { Signer } from '../../platform/crypto/signer.ts';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import type { History } from '../history/index.ts';
import { derivePresharedKey } from '../location-mfa/index.ts';
import type { LocationsService } from '../locations/index.ts';
import { digestContent } from './content-digest.queries.ts';
import { listProfileChanges, listProfiles } from './firewall.queries.ts';
import { toFirewall, toFullState, toStateChange, toStateWithoutPeers } from './gateway-state.ts';
import { findState, type StateName } from './location-state.queries.ts';
import { listPeers, listPeersSince, type PeerRow } from './peers.queries.ts';
import { hadState } from './state-history.queries.ts';

/**
 * What brings a gateway from the state that it holds to the current one. `changedAt` is when the current state was
 * made. `digest` is the hexadecimal digest of what the gateway must have configured then; undefined unless requested.
 */
export type StateUpdate =
  | { readonly kind: 'current'; readonly digest: string | undefined }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'full';
      readonly message: FullState;
      readonly changedAt: Date;
      readonly digest: string | undefined;
    }
  | {
      readonly kind: 'change';
      readonly message: StateChange;
      readonly changedAt: Date;
      readonly digest: string | undefined;
    };

export interface StateQuery {
  readonly held: StateName;
  /** Whether the agent acknowledged a state in this stream. */
  readonly hasAcknowledged?: boolean;
  /** Requests the full state, even if a difference would do. */
  readonly full?: boolean;
  /** Whether the agent enforces access control. */
  readonly enforcesAccess: boolean;
  readonly withDigest?: boolean;
}

/** Reads what leads from a state to the current one. Streams with the same query at the same time share one read. */
export interface StateFeed {
  read(locationId: number, query: StateQuery): Promise<StateUpdate>;
  /** Discards reads in progress: later calls start a new read. Without an id, discards those of all locations. */
  invalidate(locationId?: number): void;
}

interface Dependencies {
  readonly db: Database;
  readonly readPrivateKey: LocationsService['readPrivateKey'];
  readonly history: Pick<History, 'issueMark'>;
  readonly signer: Signer;
}

export function createStateFeed({ db, readPrivateKey, history, signer }: Dependencies): StateFeed {
  const withKeys = (peers: readonly PeerRow[]) =>
    peers.map(({ key_nonce, ...peer }) => ({
      ...peer,
      preshared_key: key_nonce && derivePresharedKey(signer, key_nonce),
    }));
  const pendingReads = new Map<number, Map<string, Promise<StateUpdate>>>();

  function read(locationId: number, query: StateQuery): Promise<StateUpdate> {
    const ofLocation = pendingReads.get(locationId) ?? new Map<string, Promise<StateUpdate>>();
    pendingReads.set(locationId, ofLocation);
    const key = keyOf(query);
    const shared = ofLocation.get(key);
    if (shared) return shared;
    // shared with other gateways, which must not be limited by the share of the first one
    const pendingRead = runAsSystem(() => inSnapshot(db, (tx) => readUpdate(tx, locationId, query))).finally(() => {
      if (ofLocation.get(key) === pendingRead) ofLocation.delete(key);
      if (ofLocation.size === 0 && pendingReads.get(locationId) === ofLocation) pendingReads.delete(locationId);
    });
    ofLocation.set(key, pendingRead);
    return pendingRead;
  }

  /** Only the id identifies a state: after a restore, the same version may have different content. */
  async function readUpdate(tx: Tx, locationId: number, query: StateQuery): Promise<StateUpdate> {
    const { held, withDigest } = query;
    const state = await findState(tx, locationId);
    if (!state) return { kind: 'gone' };
    const { version, state_id: stateId, changed_at: changedAt, firewall_version: firewallVersion } = state;
    const isUnenforced = state.firewall_mode !== 'off' && !query.enforcesAccess;
    const digest = withDigest && !isUnenforced ? await digestContent(tx, locationId) : undefined;
    // the same agent may have enforced access control before, and then holds the state with its peers
    const isHeld = held.version === version && held.stateId === stateId && (!isUnenforced || query.hasAcknowledged);
    // an agent that cannot enforce access control may still have the peers that it had while this was off
    const full = query.full || (!query.enforcesAccess && firewallVersion > held.version);
    if (version === 0 || (isHeld && !full)) return { kind: 'current', digest };
    const historyMark = await history.issueMark(tx);
    const withKey = async () => ({ ...state, privateKey: await readPrivateKey(tx, locationId) });
    if (isUnenforced) {
      return { kind: 'full', message: toStateWithoutPeers(await withKey(), historyMark), changedAt, digest };
    }
    const readFirewall = async () => toFirewall(state, await listProfiles(tx, locationId));
    if (full || held.version < state.oldest_known_version || !(await hadState(tx, locationId, held))) {
      const firewall = state.firewall_mode === 'off' ? undefined : await readFirewall();
      const message = toFullState(await withKey(), {
        peers: withKeys(await listPeers(tx, locationId)),
        firewall,
        historyMark,
      });
      return { kind: 'full', message, changedAt, digest };
    }
    const message = toStateChange(
      held,
      { version, stateId },
      {
        changed: withKeys(await listPeersSince(tx, locationId, held.version)),
        interface: state.interface_version > held.version ? await withKey() : undefined,
        firewall: firewallVersion > held.version ? await readFirewall() : undefined,
        profiles: await listProfileChanges(tx, locationId, held.version),
        usesNat: state.uses_nat,
        historyMark,
      },
    );
    return { kind: 'change', message, changedAt, digest };
  }

  return {
    read,
    invalidate(locationId) {
      if (locationId === undefined) pendingReads.clear();
      else pendingReads.delete(locationId);
    },
  };
}

function keyOf({
  held,
  hasAcknowledged = false,
  full = false,
  withDigest = false,
  enforcesAccess,
}: StateQuery): string {
  return `${held.version} ${held.stateId} ${hasAcknowledged} ${full} ${withDigest} ${enforcesAccess}`;
}
