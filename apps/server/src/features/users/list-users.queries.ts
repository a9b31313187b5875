// Reads group, group_member, mfa, security_key, device, traffic_seen, openid_consent, openid_app, ldap_entry, ldap_change and
// settings for the fields of the list; each is written by
// its own feature.
import { sql } from 'kysely';
import { asColumns, type ColumnNames, type ColumnValues, toRows } from '../../platform/database/columns.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database } from '../../platform/database/database.ts';
import { itemsByOwner } from '../../platform/database/items-by-owner.ts';
import { maxPartBytes, partition } from '../../platform/database/part-size.ts';
import { readAhead } from '../../platform/database/read-ahead.ts';
import { type ShownUserRow, userColumns } from './users.queries.ts';

/** A user with what the list shows of devices and use. */
export interface ListedUserRow extends ShownUserRow {
  /** Number of devices, without network devices. */
  readonly device_count: number;
  readonly last_sign_in_at: Date | null;
  /** The latest handshake of a device of the user with any location. */
  readonly last_connected_at: Date | null;
}

/** Users of one statement: they block other work of the process for about 10 ms. */
const maxUsers = 1_000;
/** Memberships of one statement, unless a single user has more. */
const maxMemberships = 5_000;
const noLimit = 2 ** 31 - 1;

/**
 * All users by name, in parts; PostgreSQL reads the next part while the previous one is consumed. Needs no transaction: a
 * user who exists all the time is listed exactly once, even if renamed meanwhile.
 */
export function listUsers(db: Database): AsyncGenerator<ListedUserRow[], void, void> {
  return readAhead(readUsers(db));
}

async function* readUsers(db: Database): AsyncGenerator<ListedUserRow[], void, void> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(id order by username), '[]') as ids from "user"`.execute(db);
  const ids = rows[0]?.ids ?? [];
  for (let [from, wanted] = [0, maxUsers]; from < ids.length; ) {
    const part = ids.slice(from, from + wanted);
    const limit = part.length === 1 ? noLimit : maxMemberships;
    const [found] = await selectPart(db, `{${part.join()}}`, limit);
    if (!found) throw new Error('expected one row');
    const isTooLong = found.membership_count > limit;
    if (!isTooLong) {
      yield* partition(combine(part, found), bytesOf, maxPartBytes);
      from += part.length;
    }
    const fitting = Math.floor((part.length * maxMemberships) / Math.max(1, found.membership_count));
    wanted = Math.max(1, Math.min(fitting, maxUsers, isTooLong ? part.length - 1 : maxUsers));
  }
}

/** Of what has no small limit; all other fields are short. */
function bytesOf({ groups }: ListedUserRow): number {
  return groups.reduce((bytes, name) => bytes + Buffer.byteLength(name), 0);
}

type ListedUser = Omit<ListedUserRow, 'groups' | 'is_admin' | 'device_count' | 'last_connected_at'>;

interface Rows {
  readonly users: ListedUser;
  /** A group of a user. */
  readonly memberships: { readonly item: number; readonly owner: number };
  readonly groups: { readonly id: number; readonly name: string; readonly is_admin: boolean };
  readonly devices: { readonly user_id: number; readonly device_count: number };
  readonly connections: { readonly user_id: number; readonly latest_handshake: Date };
}

const fields = [
  ...(['id', 'username', 'first_name', 'last_name', 'email', 'phone', 'is_active'] as const),
  ...(['has_password', 'ldap_pass_requires_change', 'enrolled'] as const),
  ...(['mfa_enabled', 'mfa_method', 'totp_enabled', 'webauthn_enabled', 'email_mfa_enabled'] as const),
  ...(['managed_by', 'managed_fields', 'authorized_apps'] as const),
] as const;
const names: { readonly [Table in keyof Rows]: ColumnNames<Rows[Table]> } = {
  users: { plain: fields, instants: ['last_sign_in_at'] },
  memberships: { plain: ['item', 'owner'] },
  groups: { plain: ['id', 'name', 'is_admin'] },
  devices: { plain: ['user_id', 'device_count'] },
  connections: { plain: ['user_id'], instants: ['latest_handshake'] },
};

interface Part extends Readonly<Record<keyof Rows, ColumnValues>> {
  readonly membership_count: number;
}

/**
 * What is stored of users, table by table: PostgreSQL takes twice as long to join the tables, and writes the name of a
 * group once per member. `ids` is an array as text, as in `intArray`. Of more memberships than the limit, only their
 * number.
 */
const selectPart = compileOnce((db, ids: string, limit: number) => {
  const isWanted = (id: string) => sql`${sql.ref(id)} = any(${ids}::int[])`;
  const users = sql`(
    select ${userColumns(fields)}, u.last_sign_in_at from "user" u left join mfa f on f.user_id = u.id
    where ${isWanted('u.id')})`;
  const groups = sql`(
    select id, name, is_admin from "group" where id in (select item from membership) order by name)`;
  const devices = sql`(
    select user_id, count(*) as device_count from device where ${isWanted('user_id')} and kind = 'user' group by user_id)`;
  const connections = sql`(
    select id as user_id, latest_handshake from traffic_seen where subject = 'user' and ${isWanted('id')})`;
  return sql<Part>`
    with membership as materialized (
        select group_id as item, user_id as owner from group_member where ${isWanted('user_id')}),
      counted as materialized (select count(*)::int as count from membership)
    select ${asColumns(users, names.users)} as users,
      case when count <= ${limit} then ${asColumns(sql.table('membership'), names.memberships)} else '[]' end as memberships,
      ${asColumns(groups, names.groups)} as groups, ${asColumns(devices, names.devices)} as devices,
      ${asColumns(connections, names.connections)} as connections, count as membership_count
    from counted`.compile(db);
});

/** The users of the ids that exist, in the order of the ids. */
function combine(ids: readonly number[], part: Part): ListedUserRow[] {
  const users = new Map(toRows(part.users, names.users).map((user) => [user.id, user]));
  const groups = itemsByOwner(toRows(part.groups, names.groups), toRows(part.memberships, names.memberships));
  const devices = new Map(toRows(part.devices, names.devices).map((row) => [row.user_id, row.device_count]));
  const connections = new Map(
    toRows(part.connections, names.connections).map((row) => [row.user_id, row.latest_handshake]),
  );
  return ids.flatMap((id) => {
    const user = users.get(id);
    if (!user) return [];
    const own = groups.get(id) ?? [];
    return {
      ...user,
      groups: own.map(({ name }) => name),
      is_admin: own.some(({ is_admin }) => is_admin),
      device_count: devices.get(id) ?? 0,
      last_connected_at: connections.get(id) ?? null,
    };
  });
}
