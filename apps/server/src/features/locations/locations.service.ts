import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import { Secret } from '@gatewarden/process/secret';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { resolveGroupNames } from '../groups/index.ts';
import type { LicenceService } from '../licence/index.ts';
import { generateKeyPair, type KeyPair } from './generate-key-pair.ts';
import { toLocationSnapshot } from './locations.events.ts';
import * as queries from './locations.queries.ts';
import { type LocationBody, readLocation } from './read-location.ts';
import { requireEnforceable } from './require-enforceable.ts';

export interface LocationsService {
  /** Oldest first. */
  list(): Promise<queries.LocationRow[]>;
  hasAny(): Promise<boolean>;
  /**
   * @throws location_mfa_unavailable, enterprise_required for external MFA, group_name_unknown; what `readLocation` and listeners
   * to `location.added` throw
   */
  add(origin: Origin, body: LocationBody): Promise<queries.LocationRow>;
  /**
   * As `add`, within a transaction and with this key pair, which neither a location nor a device may have. `prepare` runs
   * before the location is published, with the set of locations locked.
   */
  addWith(tx: Tx, origin: Origin, location: ImportedLocation): Promise<queries.LocationRow>;
  /** @throws location_not_found, what `add` throws, and what listeners to `location.modified` throw */
  update(origin: Origin, id: number, body: LocationBody): Promise<queries.LocationRow>;
  /** @throws location_not_found */
  remove(origin: Origin, id: number): Promise<void>;
  /** Only for gateways of the location. @throws location_not_found */
  readPrivateKey(db: Database | Tx, id: number): Promise<Secret>;
}

/** A location that existed before with this key pair, in a file. */
export interface ImportedLocation {
  readonly body: LocationBody;
  readonly keys: KeyPair;
  /** Runs with the set of locations locked, so that no other transaction adds a location. @throws to refuse the key */
  readonly beforeInsert: (tx: Tx) => Promise<void>;
  readonly prepare: (location: queries.LocationRow) => Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly licence: Pick<LicenceService, 'requireFeature'>;
}

/** Of a new location. */
const defaultSessionHours = 24;

export function createLocationsService({ db, events, secrets, clock, licence }: Dependencies): LocationsService {
  /** A location that requires the sign-in already can be changed without a license. @throws enterprise_required */
  async function requireLicensed(
    tx: Tx,
    wanted: queries.LocationRow['mfa_mode'],
    stored?: queries.LocationRow,
  ): Promise<void> {
    if (wanted === 'external' && stored?.mfa_mode !== 'external') await licence.requireFeature('external_mfa', tx);
  }

  async function lockLocation(tx: Tx, id: number): Promise<queries.LocationRow> {
    const [location] = await queries.lockLocations(tx, [id]);
    if (!location) throw new DomainError('location_not_found');
    return location;
  }

  async function resolveGroupIds(tx: Tx, names: readonly string[]): Promise<number[]> {
    return (await resolveGroupNames(tx, names, 'allowed_groups')).map((group) => group.id);
  }

  async function findStored(tx: Tx, id: number): Promise<queries.LocationRow> {
    const location = await queries.findLocation(tx, id);
    if (!location) throw new Error('the stored location was not found');
    return location;
  }

  async function insert(
    tx: Tx,
    origin: Origin,
    { body, keys, beforeInsert, prepare }: ImportedLocation,
  ): Promise<queries.LocationRow> {
    const { fields, networks, groups } = readLocation(body);
    await requireLicensed(tx, fields.mfa_mode);
    await requireEnforceable(tx, fields);
    const groupIds = await resolveGroupIds(tx, groups);
    await queries.lockLocationSet(tx);
    await beforeInsert(tx);
    const id = await queries.insertLocation(
      tx,
      {
        ...fields,
        masquerade: fields.masquerade ?? false,
        mfa_session_hours: fields.mfa_session_hours ?? defaultSessionHours,
        public_key: keys.publicKey,
      },
      clock.now(),
    );
    await secrets.set(tx, privateKeyOf(id), keys.privateKey.reveal());
    await queries.setNetworks(tx, id, networks);
    await queries.setGroups(tx, id, groupIds);
    const added = await findStored(tx, id);
    await prepare(added);
    await events.publish(tx, 'location.added', origin, { location: toLocationSnapshot(added) });
    return added;
  }

  return {
    list: () => queries.listLocations(db),
    hasAny: () => queries.hasLocation(db),
    add: (origin, body) =>
      inTransaction(db, (tx) =>
        insert(tx, origin, { body, keys: generateKeyPair(), beforeInsert: async () => {}, prepare: async () => {} }),
      ),
    addWith: insert,
    async update(origin, id, body) {
      const { fields, networks, groups } = readLocation(body);
      return inTransaction(db, async (tx) => {
        const groupIds = await resolveGroupIds(tx, groups);
        const location = await lockLocation(tx, id);
        await requireLicensed(tx, fields.mfa_mode, location);
        await requireEnforceable(tx, fields, location);
        const before = toLocationSnapshot(location);
        await queries.setLocation(tx, id, {
          ...fields,
          masquerade: fields.masquerade ?? location.masquerade,
          mfa_session_hours: fields.mfa_session_hours ?? location.mfa_session_hours,
        });
        await queries.setNetworks(tx, id, networks);
        await queries.setGroups(tx, id, groupIds);
        const updated = await findStored(tx, id);
        const after = toLocationSnapshot(updated);
        if (!isDeepStrictEqual(before, after)) await events.publish(tx, 'location.modified', origin, { before, after });
        return updated;
      });
    },
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const location = await queries.lockLocationForDeletion(tx, id);
        if (!location) throw new DomainError('location_not_found');
        await events.signal(tx, 'locations.removing', { locationId: id, origin });
        await queries.deleteLocation(tx, id);
        await events.publish(tx, 'location.removed', origin, { location: toLocationSnapshot(location) });
      }),
    async readPrivateKey(reader, id) {
      const found = await secrets.get(reader, privateKeyOf(id));
      if (found === undefined) throw new DomainError('location_not_found');
      return new Secret(found);
    },
  };
}

function privateKeyOf(locationId: number): SecretName {
  return { kind: 'location-key', owner: locationId };
}

/**
 * Removes a group that is being deleted from its locations. A location without allowed groups is open to all users, so
 * no location may lose its last group this way. The locks make concurrent edits of these locations wait.
 * @throws group_restricts_locations
 */
export function removeDeletedGroupFromLocations(events: Events): void {
  events.onSignal('groups.removing', async (tx, { groupId }) => {
    const locationIds = await queries.listLocationsOfGroup(tx, groupId);
    if (locationIds.length === 0) return;
    await queries.lockLocations(tx, locationIds);
    const restricted = await queries.listLocationsRestrictedToGroup(tx, groupId);
    if (restricted.length > 0) {
      throw new DomainError('group_restricts_locations', { locations: restricted.slice(0, 10).join(', ') });
    }
    await queries.storeLocationsOfRemovedGroup(tx, groupId);
    await queries.deleteGroupFromLocations(tx, groupId);
    await events.signal(tx, 'locations.access-changed', { locationIds });
  });
}

/**
 * Allows a restored group again in the locations that it could use before. A location that is open to all users meanwhile
 * stays open: with the group as the only one, all others would lose access.
 */
export function addRestoredGroupToLocations(events: Events): void {
  events.onSignal('groups.restoring', async (tx, { groupId }) => {
    const former = await queries.listLocationsOfRemovedGroup(tx, groupId);
    if (former.length === 0) return;
    await queries.lockLocations(tx, former);
    const locationIds = await queries.addRemovedGroupToLocations(tx, groupId);
    if (locationIds.length > 0) await events.signal(tx, 'locations.access-changed', { locationIds });
  });
}
