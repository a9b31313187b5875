// Reads location and user for their names, and device and device_location for the devices of a user in a location.
import type { SnatBinding } from '@gatewarden/contract/snat';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

const columns = ['id', 'user_id', 'location_id', sql<string>`host(public_ip)`.as('public_ip')] as const;

export async function hasLocation(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('location').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** In the order in which they were added. */
export function listBindings(db: Database, locationId: number): Promise<SnatBinding[]> {
  return db.selectFrom('snat_binding').select(columns).where('location_id', '=', locationId).orderBy('id').execute();
}

/** Locks the location, so that its bindings cannot be changed by others until the transaction ends. Undefined if there is none. */
export async function lockLocation(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.selectFrom('location').select('name').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row?.name;
}

/** The name of the user, who cannot be deleted until the transaction ends; undefined if there is none. */
export async function lockUser(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.selectFrom('user').select('username').where('id', '=', id).forKeyShare().executeTakeFirst();
  return row?.username;
}

export function findBinding(tx: Tx, locationId: number, userId: number): Promise<SnatBinding | undefined> {
  return tx
    .selectFrom('snat_binding')
    .select(columns)
    .where('location_id', '=', locationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function insertBinding(tx: Tx, binding: Omit<SnatBinding, 'id'>): Promise<SnatBinding> {
  return tx.insertInto('snat_binding').values(binding).returning(columns).executeTakeFirstOrThrow();
}

export function setBinding(tx: Tx, id: number, publicIp: string): Promise<SnatBinding> {
  return tx
    .updateTable('snat_binding')
    .set({ public_ip: publicIp })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteBinding(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('snat_binding').where('id', '=', id).execute();
}

/** The devices of the user in the location. */
export function listAssignments(tx: Tx, locationId: number, userId: number) {
  return tx
    .selectFrom('device as d')
    .innerJoin('device_location as l', 'l.device_id', 'd.id')
    .select(['l.location_id', 'l.device_id'])
    .where('d.user_id', '=', userId)
    .where('d.kind', '=', 'user')
    .where('l.location_id', '=', locationId)
    .execute();
}
