import type { Cipher } from '../../platform/crypto/cipher.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './location-state.queries.ts';

/** What gateways should run, kept in step with what it follows from, in the transaction that changes it. */
export interface DesiredState {
  /**
   * Brings interface and the peers of these devices, or of all, in line with the rows of locations, devices and users.
   * Only a real difference makes a new version. Where there was no state, there is one afterwards, of all peers; where
   * the location is gone nothing happens.
   */
  recompute(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<void>;
  /** Gateways of the location look again, and find it gone. */
  removed(tx: Tx, locationId: number): Promise<void>;
  /** Opens the location to whoever brings this secret, and to nobody else. */
  replaceJoinSecret(tx: Tx, locationId: number): Promise<string>;
  /** @throws Error when the instance key is another one than it was encrypted with */
  revealJoinSecret(row: queries.JoinSecretRow): string;
}

export function createDesiredState({
  cipher,
  clock,
}: {
  readonly cipher: Cipher;
  readonly clock: Clock;
}): DesiredState {
  const contextOf = (locationId: number) => `location_state.join_secret:${locationId}`;

  function newSecret(locationId: number) {
    const secret = newToken();
    return { secret, hash: hashToken(secret), sealed: cipher.encrypt(secret, contextOf(locationId)) };
  }

  /** Undefined when there is no such location. */
  async function lockOrInsert(tx: Tx, locationId: number): Promise<number | undefined> {
    const held = await queries.lockVersion(tx, locationId);
    if (held !== undefined) return held;
    const { hash, sealed } = newSecret(locationId);
    await queries.insertState(tx, { locationId, at: clock.now(), joinSecret: sealed, joinSecretHash: hash });
    return queries.lockVersion(tx, locationId);
  }

  return {
    async recompute(tx, locationId, deviceIds) {
      const held = await lockOrInsert(tx, locationId);
      if (held === undefined) return;
      const next = { locationId, version: held + 1, at: clock.now() };
      const hasNewInterface = await queries.mergeInterface(tx, locationId, next.version);
      // in a new state there is nothing that the other devices could have kept
      const changedPeers = await queries.mergePeers(tx, { ...next, deviceIds: held === 0 ? undefined : deviceIds });
      if (hasNewInterface || changedPeers > 0) await queries.setVersion(tx, next);
    },
    removed: (tx, locationId) => queries.notifyLocation(tx, locationId),
    async replaceJoinSecret(tx, locationId) {
      const { secret, hash, sealed } = newSecret(locationId);
      await queries.setJoinSecret(tx, locationId, { join_secret: sealed, join_secret_hash: hash });
      return secret;
    },
    revealJoinSecret: (row) => cipher.decrypt(row.join_secret, contextOf(row.location_id)),
  };
}
