import { Readable } from 'node:stream';
import { csvRecord } from '@gatewarden/net/csv-record';
import type { Database } from '../../platform/database/database.ts';
import { formatGroupNames } from './import/group-names.ts';
import { listUsers } from './list-users.queries.ts';
import { listUsersByName, type ShownUserRow } from './users.queries.ts';

const columns = [
  ...(['username', 'first_name', 'last_name', 'email', 'phone', 'groups', 'is_active'] as const),
  ...(['enrolled', 'second_factor', 'is_admin', 'managed_by'] as const),
];

/** The users by user name, all of them if no ids are given, as a file that can be imported again. */
export function exportUsers(db: Database, ids: readonly number[] | undefined): Readable {
  return Readable.from(write(db, ids), { objectMode: false });
}

async function* write(db: Database, ids: readonly number[] | undefined): AsyncGenerator<string> {
  // without a byte order mark, spreadsheets assume the local code page
  yield `\uFEFF${csvRecord(columns)}`;
  const parts = ids ? [await listUsersByName(db, ids)] : listUsers(db);
  for await (const part of parts) yield part.map((user) => csvRecord(fieldsOf(user))).join('');
}

function fieldsOf(user: ShownUserRow): (string | null)[] {
  const { username, first_name, last_name, email, phone, groups, managed_by } = user;
  const { is_active, enrolled, mfa_enabled, is_admin } = user;
  const states = [is_active, enrolled, mfa_enabled, is_admin].map(String);
  return [username, first_name, last_name, email, phone, formatGroupNames(groups), ...states, managed_by];
}
