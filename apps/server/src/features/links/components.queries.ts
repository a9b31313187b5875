// Reads location to check whether it exists.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Component } from './component.ts';

export const componentColumns = ['id', 'location_id', 'name', 'hostname'] as const;

export interface NewComponentRow extends Component {
  readonly kind: string;
  readonly version: string;
  readonly credential_hash: Buffer;
  readonly created_at: Date;
}

export async function insertComponent(tx: Tx, component: NewComponentRow): Promise<void> {
  await tx.insertInto('component').values(component).execute();
}

export interface ComponentScope {
  readonly kind: string;
  readonly locationId: number | null;
}

/**
 * Number of components that joined since then, removed ones included. Exact because the caller locks the join secret.
 */
export async function countJoined(tx: Tx, { kind, locationId }: ComponentScope, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('component')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('location_id', 'is not distinct from', locationId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export interface CredentialRow extends Component {
  /** The component was revoked or removed, so the credential is no longer valid. */
  readonly ended: boolean;
}

/** The component with this credential, also if it was revoked or removed. */
export function findCredential(
  db: Database | Tx,
  kind: string,
  credentialHash: Buffer,
): Promise<CredentialRow | undefined> {
  return db
    .selectFrom('component')
    .select([...componentColumns, sql<boolean>`revoked_at is not null or removed_at is not null`.as('ended')])
    .where('credential_hash', '=', credentialHash)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

export interface ComponentState extends Component {
  /** As last written by its stream; see `isConnected`. */
  readonly connected: boolean;
  readonly seen_at: Date | null;
  readonly revoked_at: Date | null;
}

/** Undefined if it does not exist, was removed, or belongs to another location. Locked until the transaction ends. */
export function lockComponent(
  tx: Tx,
  { kind, locationId }: ComponentScope,
  id: string,
): Promise<ComponentState | undefined> {
  return tx
    .selectFrom('component')
    .select([...componentColumns, 'connected', 'seen_at', 'revoked_at'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('location_id', 'is not distinct from', locationId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setRevoked(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('component')
    .set({
      revoked_at: at,
      connected: false,
      disconnected_at: sql<Date>`case when connected then ${at} else disconnected_at end`,
      stream_id: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function setRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('component').set({ removed_at: at, stream_id: null }).where('id', '=', id).execute();
}

/** Whether the component exists and was neither revoked nor removed. */
export async function isInService(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('component')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hasLocation(tx: Tx, locationId: number): Promise<boolean> {
  const found = await tx.selectFrom('location').select('id').where('id', '=', locationId).executeTakeFirst();
  return found !== undefined;
}

export const componentChannel = 'gatewarden_component';

export interface ComponentChange {
  readonly componentId: string;
  /** The stream that owns the component now; null once its credential is no longer valid. */
  readonly streamId: string | null;
}

/** Notifies every replica when the transaction commits. */
export async function notifyComponentChange(tx: Tx, change: ComponentChange): Promise<void> {
  await sql`select pg_notify(${componentChannel}, ${JSON.stringify(change)})`.execute(tx);
}
