import { afterAll, beforeAll, expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Database, inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { createAnnouncements } from './announcements.ts';
import { purgeTokens, sendAnnouncements } from './enrollment.jobs.ts';

const clock = createTestClock('2030-01-01T00:00:00Z');
let database: TestDatabase;
let pool: ReturnType<typeof openPool>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  db = openDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database[Symbol.asyncDispose]();
});

it('deletes what a session left of a passkey as soon as it has ended, and the token a month later', async () => {
  await database.query(`
    insert into "user" (username, first_name, last_name, email) values ('ada', 'Ada', 'Byron', 'ada@example.com')`);
  await database.query(`
    insert into account_token (token_hash, kind, user_id, issued_at, expires_at, started_at, session_ends_at)
    select convert_to(name, 'UTF8'), 'enrollment', (select id from "user" where username = 'ada'), begun, begun, begun, begun + interval '10 minutes'
    from (values ('old', timestamptz '2029-11-01'), ('ended', '2029-12-31 23:45Z'), ('open', '2029-12-31 23:55Z')) t (name, begun)`);
  await database.query(`
    insert into enrollment_passkey (account_token_id, place, token_hash, phone)
    select id, 'console', token_hash, '+48600100200' from account_token`);
  await purgeTokens.run({ db, clock, log: silent }, {});
  const names = async (table: string) =>
    (await database.query(`select convert_from(token_hash, 'UTF8') as name from ${table} order by 1`)).map(
      (row) => row['name'],
    );
  expect(await names('enrollment_passkey')).toEqual(['open']);
  expect(await names('account_token')).toEqual(['ended', 'open']);
});

it('mails about a completed enrollment once: when its session ended, and at once when it is finished', async () => {
  const clock = createTestClock('2030-01-01T00:00:00Z');
  const ids = await database.query(`
    insert into "user" (username, first_name, last_name, email, is_active)
    select name, name, 'Byron', name || '@example.com', name <> 'disabled'
    from unnest(array['invites', 'leaves', 'finishes', 'waits', 'disabled']) name returning id, username`);
  // the administrator who invites; an issuer without these rights gets no mail
  await database.query(`
    insert into group_member (user_id, group_id)
    select u.id, g.id from "user" u, "group" g where u.username = 'invites' and g.is_admin`);
  const idOf = (name: string) => Number(ids.find(({ username }) => username === name)?.['id']);
  const mailed: string[] = [];
  const announcements = createAnnouncements({
    ...{ db, clock },
    mail: async (_, { user, issuer }) => void mailed.push(`${user.username} by ${issuer.username}`),
  });
  const minutesLater = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  await inTransaction(db, async (tx) => {
    const issuerId = idOf('invites');
    for (const [name, minutes] of [
      ['leaves', 5],
      ['finishes', 5],
      ['waits', 20],
      ['disabled', 5],
    ] as const)
      await announcements.schedule(tx, { userId: idOf(name), issuerId, dueAt: minutesLater(minutes) });
    await announcements.send(tx, idOf('finishes'));
    await announcements.send(tx, idOf('finishes'));
  });
  const runJob = () => sendAnnouncements(announcements).run({ db, clock, log: silent }, {});
  await runJob();
  expect(mailed).toEqual(['finishes by invites']);
  clock.advance({ minutes: 6 });
  await Promise.all([runJob(), runJob()]);
  expect(mailed).toEqual(['finishes by invites', 'leaves by invites']);
});
