import type pg from 'pg';
import type { Owner } from './access.ts';
import { copyRows } from './copy.ts';
import { makeMemberships } from './groups.ts';
import { makePeople, type Person } from './people.ts';
import type { Random } from './random.ts';

export interface LoadedPerson extends Person, Owner {
  readonly id: number;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly is_admin: boolean;
}

const administratorCount = 12;

/** Argon2id of `Working-day-7` with the settings of the product; shared by all users, because a hash takes 20 ms. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZXdhcmRlbi1iZW5jaA$ekYARtGdqYNT4v40iQHfxuWxKbWevLP619imAKHtH8Y';
export const sharedPassword = 'Working-day-7';

/** Loads people into the existing groups, a few of them as administrators. */
export async function loadPeople(
  client: pg.Client,
  count: number,
  random: Random,
  until: Date,
): Promise<LoadedPerson[]> {
  const groups = await listGroups(client);
  const firstId = await nextId(client, 'user');
  const people = makePeople(count, random.fork('people'), until);
  await copyRows(
    client,
    'user',
    userColumns,
    people.map((person, index) => [firstId + index, ...userRow(person)]),
  );
  await resetSequence(client, 'user');
  const groupIds = people.map((): number[] => []);
  const teams = groups.filter((group) => !group.is_admin);
  for (const { group, person } of makeMemberships(people.length, teams.length, random.fork('groups'))) {
    groupIds[person]?.push(teams[group]?.id ?? 0);
  }
  const [admins] = groups.filter((group) => group.is_admin);
  for (const own of groupIds.filter((_, index) => people[index]?.isActive).slice(0, administratorCount)) {
    if (admins) own.push(admins.id);
  }
  const members = groupIds.flatMap((own, index) => own.map((groupId) => [groupId, firstId + index]));
  await copyRows(client, 'group_member', ['group_id', 'user_id'], members);
  return people.map((person, index) => {
    const own = new Set(groupIds[index]);
    return { ...person, id: firstId + index, groupIds: own, isAdmin: admins !== undefined && own.has(admins.id) };
  });
}

export async function listGroups(client: pg.Client): Promise<Group[]> {
  return (await client.query<Group>('select id, name, is_admin from "group" order by id')).rows;
}

/** The id of the next row in the table. */
export async function nextId(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ next: number }>(`select coalesce(max(id), 0)::int + 1 as next from "${table}"`);
  return rows[0]?.next ?? 1;
}

/** COPY does not advance the sequence of an identity column. */
export async function resetSequence(client: pg.Client, table: string): Promise<void> {
  await client.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`);
}

const userColumns = [
  ...['id', 'username', 'first_name', 'last_name', 'email', 'phone', 'password_hash', 'is_active', 'created_at'],
];

function userRow(person: Person) {
  const { username, firstName, lastName, email, phone, isActive, isEnrolled, createdAt } = person;
  return [
    ...[username, firstName, lastName, email, phone ?? null, isEnrolled ? passwordHash : null, isActive, createdAt],
  ];
}
