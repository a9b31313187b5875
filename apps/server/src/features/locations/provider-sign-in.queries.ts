// Reads identity_provider, external_identity, group and group_member for who can sign in at a provider, and mfa, security_key,
// device and device_auth_key for who has a factor; each is written by its own feature.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/**
 * Whether the user `u` can sign in at an enabled OpenID provider: is linked to an account there, or can be linked at the first
 * sign-in, which administrators cannot.
 */
export const canSignInAtProvider: RawBuilder<boolean> = sql<boolean>`exists (
  select from identity_provider p where p.is_enabled and (
    exists (select from external_identity e where e.provider_id = p.id and e.user_id = u.id)
    or (p.links_by_email or u.managed_by = 'openid-' || p.id) and not exists (
      select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin)))`;

/** Whether the user `u` has a factor with which devices connect to locations that ask for one of this instance. */
export const hasConnectFactor: RawBuilder<boolean> = sql<boolean>`(
  exists (select from mfa f where f.user_id = u.id and (f.has_totp or f.email_enabled))
  or exists (select from security_key k where k.user_id = u.id and k.suspended_at is null)
  or exists (select from device_auth_key a join device d on d.id = a.device_id
    where d.user_id = u.id and d.stopped_at is null and d.suspended_at is null))`;

/** No other transaction deletes or turns off the provider until this one ends. False if none is enabled. */
export async function lockEnabledProvider(tx: Tx): Promise<boolean> {
  const locked = await tx
    .selectFrom('identity_provider')
    .select('id')
    .where('is_enabled', '=', true)
    .orderBy('id')
    .limit(1)
    .forShare()
    .executeTakeFirst();
  return locked !== undefined;
}

export async function hasProvider(db: Database | Tx): Promise<boolean> {
  return (await db.selectFrom('identity_provider').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Of those that require a sign-in at a provider. */
export async function listIdsOfExternalLocations(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('location').select('id').where('mfa_mode', '=', 'external').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Requires a second factor of this instance. */
export async function setInternalMode(tx: Tx, locationId: number): Promise<void> {
  await tx.updateTable('location').set({ mfa_mode: 'internal' }).where('id', '=', locationId).execute();
}
