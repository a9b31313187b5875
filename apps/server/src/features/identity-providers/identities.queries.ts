// Reads user and directory_link for who can sign in with what, and group for mapped groups; each is written by its own feature.
import type { ProviderKind } from '@gatewarden/contract/identity-providers';
import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import { hasPasswordOrPasskey } from '../users/index.ts';

/** An account at a provider with which a user signs in. */
export interface IdentityRow {
  readonly id: number;
  readonly user_id: number;
  readonly issuer: string;
  readonly provider_id: number;
  /** The name of the provider. */
  readonly provider: string;
  readonly display_name: string | null;
  readonly kind: ProviderKind;
  readonly email: string | null;
  readonly linked_at: Date;
  readonly last_sign_in_at: Date | null;
  /** Whether the user cannot sign in without it: with a password here or of the directory, a passkey, or at another enabled provider. */
  readonly is_last_credential: boolean;
}

/** The account at a provider that its tokens name. */
export interface Subject {
  readonly providerId: number;
  readonly issuer: string;
  readonly subject: string;
}

function selectIdentities(db: Database | Tx) {
  return db
    .selectFrom('external_identity as e')
    .innerJoin('identity_provider as p', 'p.id', 'e.provider_id')
    .select([
      'e.id',
      'e.user_id',
      'e.issuer',
      'e.provider_id',
      'p.name as provider',
      'p.display_name',
      sql<ProviderKind>`p.kind`.as('kind'),
      'e.email',
      'e.linked_at',
      'e.last_sign_in_at',
      isLastCredential.as('is_last_credential'),
    ]);
}

/** Of identity `e`. */
const isLastCredential = sql<boolean>`not exists (
  select from "user" u where u.id = e.user_id and (${hasPasswordOrPasskey}
    or exists (select from external_identity other join identity_provider at on at.id = other.provider_id
      where other.user_id = u.id and other.id <> e.id and at.is_enabled)))`;

/** In the order in which they were linked. */
export function listIdentitiesOf(db: Database | Tx, userId: number): Promise<IdentityRow[]> {
  return selectIdentities(db).where('e.user_id', '=', userId).orderBy('e.id').execute();
}

/** Undefined if the account is not linked to any user. */
export function findIdentity(
  db: Database | Tx,
  { providerId, issuer, subject }: Subject,
): Promise<IdentityRow | undefined> {
  return selectIdentities(db)
    .where('e.provider_id', '=', providerId)
    .where('e.issuer', '=', issuer)
    .where('e.subject', '=', subject)
    .executeTakeFirst();
}

/**
 * The user whom the directory of a provider added as this entry, if nothing else than the provider can sign the user in: then
 * no account of another person is taken over.
 */
export async function findUserOfEntry(tx: Tx, source: string, externalId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id from directory_link l join "user" u on u.id = l.user_id
    where l.source = ${source} and l.external_id = ${externalId} and u.managed_by = l.source
      and not ${hasPasswordOrPasskey} and not exists (select from external_identity e where e.user_id = u.id)`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** The account of the user at the provider; undefined if there is none. */
export function findIdentityAt(tx: Tx, userId: number, providerId: number): Promise<IdentityRow | undefined> {
  return selectIdentities(tx)
    .where('e.user_id', '=', userId)
    .where('e.provider_id', '=', providerId)
    .executeTakeFirst();
}

/** Undefined if this user has no such identity. */
export function findIdentityOf(tx: Tx, userId: number, id: number): Promise<IdentityRow | undefined> {
  return selectIdentities(tx).where('e.id', '=', id).where('e.user_id', '=', userId).executeTakeFirst();
}

export interface NewIdentity extends Subject {
  readonly userId: number;
  readonly email: string | undefined;
  readonly at: Date;
}

/** Returns its id. @throws external_identity_taken, external_identity_exists */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<number> {
  const { userId, providerId, issuer, subject, email, at } = identity;
  const inserted = tx
    .insertInto('external_identity')
    .values({ user_id: userId, provider_id: providerId, issuer, subject, email: email ?? null, linked_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await inserted.catch(orLinked)).id;
}

/** Applications are not told that the address is verified while the account has it, also after the link is removed. */
export async function setUnverifiedEmail(tx: Tx, userId: number, email: string): Promise<void> {
  await tx.updateTable('user').set({ unverified_email: email }).where('id', '=', userId).execute();
}

/** Links of the last days, without those that are the only credential of the user. Returns them. */
export function deleteRecentIdentities(
  tx: Tx,
  userId: number,
  since: Date,
): Promise<{ id: number; provider_id: number }[]> {
  return tx
    .deleteFrom('external_identity as e')
    .using('user as u')
    .whereRef('u.id', '=', 'e.user_id')
    .where('u.id', '=', userId)
    .where('e.linked_at', '>=', since)
    .where(hasPasswordOrPasskey)
    .returning(['e.id', 'e.provider_id'])
    .execute();
}

function orLinked(error: unknown): never {
  try {
    return rethrowUniqueViolationAs('external_identity_subject', 'external_identity_taken')(error);
  } catch (other) {
    return rethrowUniqueViolationAs('external_identity_user', 'external_identity_exists')(other);
  }
}

export async function deleteIdentity(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('external_identity').where('id', '=', id).execute();
}

/** False if the identity was deleted. No other transaction deletes it until this one ends. */
export async function setSignedIn(tx: Tx, id: number, email: string | undefined, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('external_identity')
    .set({ last_sign_in_at: at, email: email ?? null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface LinkedUsers {
  readonly provider_id: number;
  readonly linked_users: number;
  /** Of them, those who cannot sign in otherwise. */
  readonly last_credential_users: number;
}

/** Of each provider with linked users. */
export async function countLinkedUsers(db: Database): Promise<LinkedUsers[]> {
  const { rows } = await sql<LinkedUsers>`
    select e.provider_id, count(*)::int as linked_users,
      count(*) filter (where ${isLastCredential})::int as last_credential_users
    from external_identity e group by e.provider_id`.execute(db);
  return rows;
}

export async function listIdentityIdsAt(tx: Tx, providerId: number): Promise<number[]> {
  const rows = await tx.selectFrom('external_identity').select('id').where('provider_id', '=', providerId).execute();
  return rows.map(({ id }) => id);
}

/** Groups that the provider maps and this instance manages: those that the user should be in, and all of them. */
export async function listMappedGroups(
  tx: Tx,
  providerId: number,
  values: readonly string[],
): Promise<{ readonly name: string; readonly is_admin: boolean; readonly is_wanted: boolean }[]> {
  const { rows } = await sql<{ name: string; is_admin: boolean; is_wanted: boolean }>`
    select g.name, g.is_admin, bool_or(m.claim_value = any(${values}::text[])) as is_wanted
    from identity_provider_group m join "group" g on g.id = m.group_id
    where m.provider_id = ${providerId} and g.managed_by is null group by g.id order by g.name`.execute(tx);
  return rows;
}
