// Reads device and device_auth_key (of devices) to find phones with which users prove that they unlocked them.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface Phone {
  readonly id: number;
  readonly name: string;
  /** Ed25519, base64. */
  readonly publicKey: string;
}

/** Undefined if the user has no such phone, or if it may not connect itself. */
export function findPhone(
  tx: Tx,
  userId: number,
  phone: { readonly deviceId: number } | { readonly publicKey: string },
): Promise<Phone | undefined> {
  const phones = phonesOf(tx, userId).select(['d.id', 'd.name', 'a.public_key as publicKey']).orderBy('d.id');
  // compared as bytes: PostgreSQL refuses some of what is no key
  const isWanted =
    'deviceId' in phone
      ? sql<boolean>`d.id = ${phone.deviceId}`
      : sql<boolean>`decode(a.public_key, 'base64') = ${Buffer.from(phone.publicKey, 'base64')}`;
  return phones.where(isWanted).executeTakeFirst();
}

/** Whether the user has a phone with a key: any, or this device. */
export async function hasPhone(db: Database, userId: number, deviceId?: number): Promise<boolean> {
  const phones = phonesOf(db, userId).select('d.id');
  const wanted = deviceId === undefined ? phones : phones.where('d.id', '=', deviceId);
  return (await wanted.limit(1).executeTakeFirst()) !== undefined;
}

function phonesOf(db: Database | Tx, userId: number) {
  return db
    .selectFrom('device_auth_key as a')
    .innerJoin('device as d', 'd.id', 'a.device_id')
    .where('d.user_id', '=', userId)
    .where('d.stopped_at', 'is', null)
    .where('d.suspended_at', 'is', null);
}
