// Reads user, group, group_member and ldap_entry; users and groups write the former.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ManagedUserFields } from '../users/index.ts';
import type { ExportRules } from './export-rules.ts';

/** An account as its entry must be. */
export interface ExportedUser extends ManagedUserFields {
  readonly id: number;
  readonly is_active: boolean;
  readonly in_scope: boolean;
  /** False: LDAP manages the account, and its entry is where it comes from. */
  readonly is_written: boolean;
}

/** A group as its entry must be. */
export interface ExportedGroup {
  readonly id: number;
  readonly name: string;
  /** Names of the entries of its active members in scope that exist, sorted. */
  readonly members: readonly string[];
  readonly in_scope: boolean;
  /** As of accounts. */
  readonly is_written: boolean;
}

const isWritten = sql<boolean>`u.managed_by is distinct from 'ldap'`;

const inScope = ({ groupNames }: ExportRules) =>
  groupNames.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from group_member s join "group" n on n.id = s.group_id
        where s.user_id = u.id and n.name = any(${groupNames}::text[]))`;

function selectUsers(rules: ExportRules) {
  return sql<ExportedUser>`
    select u.id, u.username, u.first_name, u.last_name, u.email, u.phone, u.is_active, ${inScope(rules)} as in_scope,
      ${isWritten} as is_written
    from "user" u`;
}

function selectGroups(rules: ExportRules) {
  const { groupNames } = rules;
  const wanted = groupNames.length === 0 ? sql<boolean>`true` : sql<boolean>`g.name = any(${groupNames}::text[])`;
  return sql<ExportedGroup>`
    select g.id, g.name, ${wanted} as in_scope, g.managed_by is distinct from 'ldap' as is_written, coalesce((
      select array_agg(e.dn order by e.dn) from group_member m
      join "user" u on u.id = m.user_id join ldap_entry e on e.kind = 'user' and e.object_id = u.id
      where m.group_id = g.id and e.external_id is not null and u.is_active and ${isWritten} and ${inScope(rules)}
    ), '{}') as members
    from "group" g`;
}

/** Undefined if there is no such account. */
export async function findExportedUser(
  db: Database | Tx,
  id: number,
  rules: ExportRules,
): Promise<ExportedUser | undefined> {
  return (await sql<ExportedUser>`${selectUsers(rules)} where u.id = ${id}`.execute(db)).rows[0];
}

/** Undefined if there is no such group. */
export async function findExportedGroup(
  db: Database | Tx,
  id: number,
  rules: ExportRules,
): Promise<ExportedGroup | undefined> {
  return (await sql<ExportedGroup>`${selectGroups(rules)} where g.id = ${id}`.execute(db)).rows[0];
}

export async function listExportedUsers(tx: Tx, rules: ExportRules): Promise<readonly ExportedUser[]> {
  return (await selectUsers(rules).execute(tx)).rows;
}

export async function listExportedGroups(tx: Tx, rules: ExportRules): Promise<readonly ExportedGroup[]> {
  return (await selectGroups(rules).execute(tx)).rows;
}
