import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listActivity } from '@gatewarden/contract/activity-log';
import { addLocation } from '@gatewarden/contract/locations';
import {
  getSupportConfiguration,
  getSupportLogs,
  getSupportOverview,
  sendSupportMail,
} from '@gatewarden/contract/support';
import { expect, it } from 'vitest';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { locationBody } from '../../../test/given/network.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

it('describes the instance', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_SUPPORT_EMAIL: 'help@example.org' } });
  const admin = await server.given.admin();
  const location = await admin.call(addLocation, { body: locationBody(1, { name: 'Warsaw' }) });
  const shown = await admin.call(getSupportConfiguration, {});
  expect(shown).toMatchObject({
    node_version: process.version,
    config: { support_email: 'help@example.org', database_user: expect.any(String), log_level: 'info' },
    settings: { instance_name: 'Gatewarden', smtp_password: null },
    networks: [{ id: location.id, name: 'Warsaw' }],
    devices: {},
    devices_truncated: false,
    users: expect.arrayContaining([{ ...diagnosed, id: admin.id }]),
    database: { kind: 'external', rows: { location: 1 }, migrations: expect.arrayContaining([]) },
    gateways: [],
    edges: [],
    jobs: expect.any(Array),
  });
});

const diagnosed = {
  is_active: true,
  enrolled: true,
  mfa_enabled: false,
  mfa_method: 'None',
  totp_enabled: false,
  email_mfa_enabled: false,
  webauthn_enabled: false,
};

it('replaces a part that cannot be read, and logs the cause', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.query('alter table schema_migration rename to renamed');
  const { database, users } = await admin.call(getSupportConfiguration, {});
  expect(database).toEqual({ error: 'could not be read; the log has the cause' });
  expect(users).toHaveLength(1);
  expect(server.logged()).toMatch(/a part of the support data could not be read/);
  await server.query('alter table renamed rename to schema_migration');
});

async function startWithLogs(files: Readonly<Record<string, string>>, environment: Record<string, string> = {}) {
  const folders = await startTestServer();
  const dataDir = await folders.makeDataDir();
  await mkdir(join(dataDir, 'logs'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(dataDir, 'logs', name), content);
  const server = await folders.startReplica({ GATEWARDEN_DATA_DIR: dataDir, ...environment });
  return {
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folders[Symbol.asyncDispose]();
    },
  };
}

async function downloadLogs(server: TestServer) {
  const answer = await (await server.given.admin()).try(getSupportLogs, {});
  return { type: answer.headers.get('content-type'), text: answer.body };
}

it('downloads the log files in the order in which they were written', async () => {
  await using started = await startWithLogs({ 'core.10.log': 'last\n', 'core.9.log': 'first\n', 'other.log': 'no\n' });
  expect(await downloadLogs(started.server)).toEqual({ type: 'text/plain; charset=utf-8', text: 'first\nlast\n' });
  const overview = await (await started.server.given.admin()).call(getSupportOverview, {});
  expect(overview).toEqual({ support_email: null, smtp_enabled: false, log_files_enabled: true, log_bytes: 11 });
});

it('says in one line why there is no log', async () => {
  await using started = await startWithLogs({}, { GATEWARDEN_LOG_FILES: 'off' });
  expect((await downloadLogs(started.server)).text).toMatch(/^There are no log files: GATEWARDEN_LOG_FILES is off\./);
});

it('mails the configuration and the end of the log, and logs the recipient', async () => {
  await using sink = await startSmtpSink();
  const line = `${'x'.repeat(1023)}\n`;
  await using started = await startWithLogs(
    { 'core.1.log': line.repeat(3000), 'core.2.log': `${line.repeat(3000)}the last line\n` },
    { GATEWARDEN_SUPPORT_EMAIL: 'help@example.org' },
  );
  const { server } = started;
  await givenMailServer(server, sink);
  const admin = await server.given.admin();
  expect((await admin.try(sendSupportMail, { body: { language: 'pl' } })).status).toBe(200);
  const [mail] = await sink.received(1);
  expect(mail).toMatchObject({ to: ['help@example.org'] });
  expect(mail?.email.subject).toContain('Dane dla pomocy technicznej');
  const [configuration, log] = (mail?.email.attachments ?? []).map(({ filename, content }) => ({
    filename,
    text: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }));
  expect(configuration?.filename).toBe('gatewarden-configuration.json');
  expect(JSON.parse(configuration?.text ?? '')).toMatchObject({ settings: { smtp_port: sink.port } });
  const lines = (log?.text ?? '').split('\n');
  expect([log?.filename, lines.at(-2), lines[0]?.length]).toEqual(['gatewarden-log.txt', 'the last line', 1023]);
  expect(lines.length).toBeGreaterThan(5000);
  expect(log?.text.length).toBeLessThanOrEqual(5 * 1024 * 1024);
  const { data } = await admin.call(listActivity, { query: { event: ['support_data_mailed'] } });
  expect(data).toMatchObject([{ description: 'Support data to help@example.org' }]);
});

it('answers with the words of the mail server, and logs no mail that it refused', async () => {
  await using sink = await startSmtpSink({ refuse: () => ({ status: 550, text: 'no such mailbox' }) });
  await using server = await startTestServer();
  await givenMailServer(server, sink);
  const admin = await server.given.admin();
  const answer = await admin.try(sendSupportMail, { body: { to: 'unknown@example.org' } });
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'mail_not_sent', error: expect.stringContaining('no such mailbox') },
  });
  const { data } = await admin.call(listActivity, { query: { event: ['support_data_mailed'] } });
  expect(data).toEqual([]);
});

it('needs an address, and a mail server', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  expect(await admin.try(sendSupportMail, { body: {} })).toMatchObject({
    status: 400,
    body: { code: 'support_email_missing', field: 'to' },
  });
  expect(await admin.try(sendSupportMail, { body: { to: 'help@example.org' } })).toMatchObject({
    status: 400,
    body: { code: 'smtp_not_configured' },
  });
});
