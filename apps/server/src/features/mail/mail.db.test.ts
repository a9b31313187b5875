import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { recordEvents } from '../../../test/recorded-events.ts';
import { type SmtpSinkOptions, startSmtpSink } from '../../../test/smtp-sink.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createSmtpMailer } from '../../adapters/smtp/smtp-mailer.ts';
import { bySystem } from '../../platform/actor.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { startNotifications } from '../../platform/database/notifications.ts';
import { createEvents } from '../../platform/events/events.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import { systemClock } from '../../ports/clock.ts';
import { createMailService } from './mail.service.ts';
import { purgeMails } from './purge-mails.job.ts';

const code = {
  to: 'una@example.org',
  template: 'sign_in_code',
  language: 'en',
  values: { name: 'Una', code: '042137', minutes: 5 },
} as const;

/** The parts of a core that send mails. `port` is the mail server's; without it SMTP is not configured. */
async function startCore({ connection }: TestDatabase, port?: number, instanceKey = Buffer.alloc(32, 7)) {
  const pool = openPool({ connection, maxConnections: 4, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const notifications = await startNotifications(connection, silent);
  const events = createEvents(notifications, silent);
  const published = recordEvents(events);
  const jobs = await openJobs({ pool, notifications, log: silent, pollingSeconds: 0.5 });
  const { secrets, keyRotation } = await openSecrets(db, instanceKey);
  const settings = port && {
    server: { host: '127.0.0.1', port, encryption: 'None' as const },
    sender: 'vpn@example.com',
    instanceName: 'Head office',
  };
  const mail = createMailService({
    isConfigured: async () => true,
    db,
    mailSettings: async () => settings || undefined,
    mailer: createSmtpMailer(),
    secrets,
    events,
    clock: systemClock,
    jobs,
    log: silent,
    address: { url: 'https://vpn.example.com' },
    firstDelaySeconds: 0,
  });
  await notifications.listening();
  await jobs.prepare([mail.job]);
  return {
    db,
    mail,
    keyRotation,
    published,
    givenUp: () =>
      new Promise<void>((resolve) => {
        events.onCommitted(({ type }) => type === 'mail.given-up' && resolve());
      }),
    work: () => jobs.work({ db, clock: systemClock, log: silent }),
    async [Symbol.asyncDispose]() {
      await jobs.stop();
      await notifications.stop();
      await pool.end();
    },
  };
}

async function startAll(options: SmtpSinkOptions = {}) {
  const database = await createTestDatabase();
  const sink = await startSmtpSink(options);
  const core = await startCore(database, sink.port);
  return {
    ...core,
    database,
    sink,
    send: () => inTransaction(core.db, (tx) => core.mail.sendMail(tx, code)),
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      await sink[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const storedMails = (database: TestDatabase) => database.query(`select owner from secret where kind = 'mail'`);

const storedText = async (database: TestDatabase) =>
  JSON.stringify([
    await database.query('select * from pgboss.job'),
    await database.query(`select owner, encode(value, 'escape') from secret where kind = 'mail'`),
  ]);

it('sends a mail after its transaction commits, and none of a failed transaction', async () => {
  await using instance = await startAll();
  const { db, mail, sink } = instance;
  await instance.work();
  const undone = inTransaction(db, async (tx) => {
    await mail.sendMail(tx, { ...code, to: 'missing@example.org' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await instance.send();
  const [received] = await sink.received(1);
  expect(received).toMatchObject({ from: 'vpn@example.com', to: ['una@example.org'] });
  expect(received?.email).toMatchObject({
    from: { name: 'Head office', address: 'vpn@example.com' },
    subject: 'Your sign-in code for Head office',
    text: expect.stringContaining('042137'),
    html: expect.stringContaining('<strong>042137</strong>'),
  });
});

it('sends codes before notices', async () => {
  await using instance = await startAll();
  const { db, mail, sink } = instance;
  const notice = {
    to: 'bob@example.org',
    language: 'en',
    template: 'test',
    values: {},
  } as const;
  await inTransaction(db, async (tx) => {
    for (let sent = 0; sent < 10; sent += 1) await mail.sendMail(tx, notice);
  });
  await inTransaction(db, (tx) => mail.sendMail(tx, { ...code, sendBefore: '2100-01-01T00:00:00Z' }));
  await instance.work();
  const received = await sink.received(11);
  // one of the three that are sent at the same time at first
  expect(received.slice(0, 3).flatMap(({ to }) => to)).toContain('una@example.org');
});

it('writes in the given language', async () => {
  await using instance = await startAll();
  const { db, mail, sink } = instance;
  await instance.work();
  await inTransaction(db, (tx) => mail.sendMail(tx, { ...code, language: 'ko' }));
  expect((await sink.received(1))[0]?.email.subject).toBe('Head office 로그인 코드');
});

it('stores neither code nor address unencrypted in the database', async () => {
  await using instance = await startAll();
  await instance.send();
  expect(await storedText(instance.database)).toContain('mail.send');
  expect(await storedText(instance.database)).not.toMatch(/042137|una@example/);
  expect(await storedMails(instance.database)).toHaveLength(1);
  await instance.work();
  await instance.sink.received(1);
  await expect.poll(() => storedMails(instance.database)).toEqual([]);
  expect(await storedText(instance.database)).not.toMatch(/042137|una@example/);
});

it('retries with the same message id while the server is busy', async () => {
  const busy = { status: 451, text: 'busy' };
  await using instance = await startAll({ refuse: (attempt) => (attempt === 1 ? busy : undefined) });
  await instance.work();
  await instance.send();
  const [received] = await instance.sink.received(1);
  expect(received?.email.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
});

it('gives up a mail immediately that the server refuses permanently, with an event without the code', async () => {
  await using instance = await startAll({ refuse: () => ({ status: 550, text: 'no such mailbox' }) });
  await instance.work();
  const givenUp = instance.givenUp();
  await instance.send();
  await givenUp;
  expect(instance.published).toMatchObject([
    {
      type: 'mail.given-up',
      origin: bySystem,
      payload: {
        template: 'sign_in_code',
        to: 'una@example.org',
        reason: expect.stringContaining('550 no such mailbox'),
      },
    },
  ]);
  expect(await storedMails(instance.database)).toEqual([]);
});

it('gives up a mail after the last attempt', async () => {
  await using instance = await startAll({ refuse: () => ({ status: 451, text: 'busy' }) });
  await instance.send();
  // skips the attempts before the last one
  await instance.database.query(
    `update pgboss.job set retry_count = retry_limit, started_on = now() where name = 'mail.send'`,
  );
  const givenUp = instance.givenUp();
  await instance.work();
  await givenUp;
  expect(instance.published).toMatchObject([
    { type: 'mail.given-up', payload: { template: 'sign_in_code', reason: expect.stringContaining('451 busy') } },
  ]);
  expect(await storedMails(instance.database)).toEqual([]);
});

it('sends each of many mails once, with several replicas', async () => {
  await using instance = await startAll();
  await using other = await startCore(instance.database, instance.sink.port);
  await instance.work();
  await other.work();
  const recipients = Array.from({ length: 12 }, (_, index) => `user-${index}@example.org`);
  await inTransaction(instance.db, async (tx) => {
    for (const to of recipients) await instance.mail.sendMail(tx, { ...code, to });
  });
  const mails = await instance.sink.received(12);
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
});

it('leaves mails to other cores after its instance key was replaced', async () => {
  await using instance = await startAll();
  const next = randomBytes(32);
  const recordStart = async () => undefined;
  await instance.keyRotation.addInstanceKey(recordStart, next);
  await using other = await startCore(instance.database, instance.sink.port, next);
  const replacement = { retained: next, isKeyOfAllCores: async () => true, recordStart };
  await other.keyRotation.replaceDataKey(replacement);
  const mails = 10;
  await inTransaction(other.db, async (tx) => {
    for (let sent = 0; sent < mails; sent += 1) await other.mail.sendMail(tx, code);
  });
  await instance.work();
  const states = async () => {
    const rows = await instance.database.query(`select state::text from pgboss.job where name = 'mail.send'`);
    return new Set(rows.map(({ state }) => state));
  };
  // up to three are attempted at the same time, and none later
  await expect.poll(states).toEqual(new Set(['created', 'retry']));
  await other.work();
  await instance.sink.received(mails);
  expect(await instance.database.query(`select from pgboss.job where name = 'mail.send' and retry_count > 1`)).toEqual(
    [],
  );
});

it('drops mails while SMTP is not configured', async () => {
  await using database = await createTestDatabase();
  await using core = await startCore(database);
  await inTransaction(core.db, (tx) => core.mail.sendMail(tx, code));
  await core.work();
  await expect
    .poll(() => database.query(`select state::text from pgboss.job where name = 'mail.send'`))
    .toEqual([{ state: 'completed' }]);
  expect(core.published).toEqual([]);
});

it('does not send a code that has expired', async () => {
  await using instance = await startAll();
  const { db, mail, database, sink } = instance;
  await inTransaction(db, (tx) => mail.sendMail(tx, { ...code, sendBefore: new Date(Date.now() - 1).toISOString() }));
  await instance.work();
  await expect
    .poll(() => database.query(`select state::text from pgboss.job where name = 'mail.send'`))
    .toEqual([{ state: 'completed' }]);
  expect(sink.mails).toEqual([]);
});

it('deletes mails whose job has expired, and no others', async () => {
  await using instance = await startAll();
  const { db, database } = instance;
  await instance.send();
  await database.query(`delete from pgboss.job where name = 'mail.send'`);
  await instance.send();
  await purgeMails.run({ db, clock: systemClock, log: silent }, {});
  expect(await storedMails(database)).toHaveLength(1);
  await instance.work();
  expect(await instance.sink.received(1)).toHaveLength(1);
});

it('rejects a mail that cannot be rendered when it is queued', async () => {
  await using instance = await startAll();
  const { db, mail } = instance;
  const wrong = { ...code, values: { ...code.values, code: 'letters' } };
  await expect(inTransaction(db, (tx) => mail.sendMail(tx, wrong))).rejects.toThrow();
});
