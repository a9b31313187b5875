import { DomainError } from '@gatewarden/contract/errors';
import type { SnatBinding } from '@gatewarden/contract/snat';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { findLocation } from '../locations/index.ts';
import { readPublicIp, requireOutside } from './read-public-ip.ts';
import * as queries from './snat.queries.ts';

/** Changes reach the gateways with the transaction. */
export interface SnatService {
  /** @throws location_not_found */
  list(locationId: number): Promise<SnatBinding[]>;
  /** @throws location_not_found, user_not_found, snat_binding_exists, public_ip_invalid also in a network of the location */
  add(origin: Origin, locationId: number, userId: number, publicIp: string): Promise<SnatBinding>;
  /** @throws location_not_found, snat_binding_not_found, public_ip_invalid as `add` */
  update(origin: Origin, locationId: number, userId: number, publicIp: string): Promise<SnatBinding>;
  /** @throws location_not_found, snat_binding_not_found */
  remove(origin: Origin, locationId: number, userId: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
}

export function createSnatService({ db, events }: Dependencies): SnatService {
  async function requireLocation(tx: Tx, id: number): Promise<string> {
    const name = await queries.lockLocation(tx, id);
    if (name === undefined) throw new DomainError('location_not_found');
    return name;
  }

  /** The binding with the names for its event. */
  async function requireBinding(tx: Tx, locationId: number, userId: number) {
    const location = await requireLocation(tx, locationId);
    const binding = await queries.findBinding(tx, locationId, userId);
    const user = binding && (await queries.lockUser(tx, userId));
    if (!binding || user === undefined) throw new DomainError('snat_binding_not_found');
    return { binding, names: { location, user } };
  }

  /** The caller has locked the location. */
  async function requireOutsideLocation(tx: Tx, locationId: number, publicIp: string): Promise<void> {
    requireOutside((await findLocation(tx, locationId))?.networks ?? [], publicIp);
  }

  async function renewPeers(tx: Tx, { location_id: locationId, user_id: userId }: SnatBinding): Promise<void> {
    const assignments = await queries.listAssignments(tx, locationId, userId);
    if (assignments.length > 0) await events.signal(tx, 'devices.assignments-changed', { assignments });
  }

  return {
    async list(locationId) {
      if (!(await queries.hasLocation(db, locationId))) throw new DomainError('location_not_found');
      return queries.listBindings(db, locationId);
    },
    add(origin, locationId, userId, text) {
      const publicIp = readPublicIp(text);
      return inTransaction(db, async (tx) => {
        const location = await requireLocation(tx, locationId);
        await requireOutsideLocation(tx, locationId, publicIp);
        const user = await queries.lockUser(tx, userId);
        if (user === undefined) throw new DomainError('user_not_found', { field: 'user_id' });
        if (await queries.findBinding(tx, locationId, userId)) throw new DomainError('snat_binding_exists');
        const fields = { location_id: locationId, user_id: userId, public_ip: publicIp };
        const binding = await queries.insertBinding(tx, fields);
        await renewPeers(tx, binding);
        await events.publish(tx, 'snat.added', origin, { location, user, binding });
        return binding;
      });
    },
    update(origin, locationId, userId, text) {
      const publicIp = readPublicIp(text);
      return inTransaction(db, async (tx) => {
        const { binding: before, names } = await requireBinding(tx, locationId, userId);
        if (before.public_ip === publicIp) return before;
        await requireOutsideLocation(tx, locationId, publicIp);
        const after = await queries.setBinding(tx, before.id, publicIp);
        await renewPeers(tx, after);
        await events.publish(tx, 'snat.modified', origin, { ...names, before, after });
        return after;
      });
    },
    remove: (origin, locationId, userId) =>
      inTransaction(db, async (tx) => {
        const { binding, names } = await requireBinding(tx, locationId, userId);
        await queries.deleteBinding(tx, binding.id);
        await renewPeers(tx, binding);
        await events.publish(tx, 'snat.removed', origin, { ...names, binding });
      }),
  };
}
