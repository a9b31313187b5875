// Reads group for the names of mapped groups; groups writes it.
import type { ProviderKind } from '@gatewarden/contract/identity-providers';
import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';

type Behavior = 'keep' | 'disable' | 'delete';

/** What an administrator sets, apart from secrets and mapped groups. */
export interface ProviderFields {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly base_url: string;
  readonly client_id: string;
  readonly display_name: string | null;
  readonly is_enabled: boolean;
  readonly links_by_email: boolean;
  readonly trusts_second_factor: boolean;
  readonly acr_values: readonly string[];
  /** Null: groups are managed here. */
  readonly group_claim: string | null;
  readonly directory_sync_enabled: boolean;
  /** Seconds. */
  readonly directory_sync_interval: number;
  readonly directory_sync_user_behavior: Behavior;
  readonly directory_sync_admin_behavior: Behavior;
  readonly directory_sync_target: 'all' | 'users' | 'groups';
  readonly directory_sync_group_match: readonly string[];
  /** Percent. */
  readonly directory_sync_removal_limit: number;
  readonly google_service_account_email: string | null;
  readonly admin_email: string | null;
  readonly okta_dirsync_client_id: string | null;
}

/** Users with this value in the claim of groups are members of the group. */
export interface GroupMapping {
  readonly claim: string;
  readonly group: string;
}

export interface ProviderRow extends ProviderFields {
  readonly id: number;
  /** By claim, then group. */
  readonly group_mapping: readonly GroupMapping[];
  /** The kinds of its stored secrets. */
  readonly secrets: readonly string[];
}

const fields = [
  'p.id',
  'p.name',
  sql<ProviderKind>`p.kind`.as('kind'),
  'p.base_url',
  'p.client_id',
  'p.display_name',
  'p.is_enabled',
  'p.links_by_email',
  'p.trusts_second_factor',
  'p.acr_values',
  'p.group_claim',
  'p.directory_sync_enabled',
  'p.directory_sync_interval',
  sql<Behavior>`p.directory_sync_user_behavior`.as('directory_sync_user_behavior'),
  sql<Behavior>`p.directory_sync_admin_behavior`.as('directory_sync_admin_behavior'),
  sql<'all' | 'users' | 'groups'>`p.directory_sync_target`.as('directory_sync_target'),
  'p.directory_sync_group_match',
  'p.directory_sync_removal_limit',
  'p.google_service_account_email',
  'p.admin_email',
  'p.okta_dirsync_client_id',
  sql<GroupMapping[]>`coalesce((select json_agg(json_build_object('claim', m.claim_value, 'group', g.name)
    order by m.claim_value, g.name) from identity_provider_group m join "group" g on g.id = m.group_id
    where m.provider_id = p.id), '[]')`.as('group_mapping'),
  sql<string[]>`array(select kind from secret where owner = p.id::text and kind like 'openid-%')`.as('secrets'),
] as const;

const selectProviders = (db: Database | Tx) => db.selectFrom('identity_provider as p').select(fields);

/** In the order in which they were added. */
export function listProviders(db: Database | Tx): Promise<ProviderRow[]> {
  return selectProviders(db).orderBy('p.id').execute();
}

/** For the buttons of the sign-in page, in the order in which they were added. */
export function listEnabled(db: Database): Promise<Pick<ProviderRow, 'name' | 'display_name' | 'kind'>[]> {
  return db
    .selectFrom('identity_provider as p')
    .select(['p.name', 'p.display_name', sql<ProviderKind>`p.kind`.as('kind')])
    .where('p.is_enabled', '=', true)
    .orderBy('p.id')
    .execute();
}

export async function hasEnabledProvider(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('identity_provider').select('id').where('is_enabled', '=', true).limit(1).execute()).length > 0
  );
}

export function findProvider(db: Database | Tx, name: string): Promise<ProviderRow | undefined> {
  return selectProviders(db).where('p.name', '=', name).executeTakeFirst();
}

export function findProviderById(db: Database | Tx, id: number): Promise<ProviderRow | undefined> {
  return selectProviders(db).where('p.id', '=', id).executeTakeFirst();
}

/** Waits for other changes of providers, so that none of two concurrent changes is lost. In the order of `listProviders`. */
export async function lockProviders(tx: Tx): Promise<ProviderRow[]> {
  await sql`lock table identity_provider in share row exclusive mode`.execute(tx);
  return listProviders(tx);
}

/** No other transaction changes or deletes the provider until this one ends; undefined if there is none. */
export async function lockProviderShared(tx: Tx, id: number): Promise<ProviderRow | undefined> {
  const locked = await tx
    .selectFrom('identity_provider')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return locked && findProviderById(tx, id);
}

const rethrowNameTaken = rethrowUniqueViolationAs('identity_provider_name', 'openid_provider_name_taken', 'name');

function toValues({ acr_values, directory_sync_group_match, ...others }: ProviderFields) {
  return {
    ...others,
    acr_values: [...acr_values],
    directory_sync_group_match: [...directory_sync_group_match],
  };
}

/** Returns its id. @throws openid_provider_name_taken */
export async function insertProvider(tx: Tx, provider: ProviderFields): Promise<number> {
  const values = toValues(provider);
  const inserted = tx.insertInto('identity_provider').values(values).returning('id').executeTakeFirstOrThrow();
  return (await inserted.catch(rethrowNameTaken)).id;
}

/** @throws openid_provider_name_taken */
export async function setProvider(tx: Tx, id: number, provider: ProviderFields): Promise<void> {
  const values = toValues(provider);
  await tx.updateTable('identity_provider').set(values).where('id', '=', id).execute().catch(rethrowNameTaken);
}

export async function deleteProvider(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('identity_provider').where('id', '=', id).execute();
}

/** Replaces the mapping of groups. */
export async function setGroupMapping(
  tx: Tx,
  providerId: number,
  mapping: readonly { readonly claim: string; readonly groupId: number }[],
): Promise<void> {
  await tx.deleteFrom('identity_provider_group').where('provider_id', '=', providerId).execute();
  const claims = mapping.map(({ claim }) => claim);
  const groupIds = mapping.map(({ groupId }) => groupId);
  await sql`insert into identity_provider_group (provider_id, claim_value, group_id)
    select ${providerId}::int, * from unnest(${claims}::text[], ${groupIds}::int[]) on conflict do nothing`.execute(tx);
}

/**
 * The enabled provider with the name; without one, the first one to which the user is linked, or the first one. Undefined if
 * there is none.
 */
export function findProviderForUser(
  db: Database,
  { name, userId }: { readonly name: string | undefined; readonly userId: number | undefined },
): Promise<ProviderRow | undefined> {
  const isLinked = sql`exists (select from external_identity e where e.provider_id = p.id and e.user_id = ${userId ?? null}::int)`;
  return selectProviders(db)
    .where('p.is_enabled', '=', true)
    .$if(name !== undefined, (query) => query.where('p.name', '=', name ?? ''))
    .orderBy(isLinked, 'desc')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst();
}
