import { globSync, readFileSync } from 'node:fs';
import { addActivityStream } from '@gatewarden/contract/activity-streams';
import { signIn } from '@gatewarden/contract/auth';
import { startEnrollment } from '@gatewarden/contract/enrollment';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { addProvider } from '@gatewarden/contract/identity-providers';
import { addLocation } from '@gatewarden/contract/locations';
import { sendTestMail } from '@gatewarden/contract/mail';
import { startTotp } from '@gatewarden/contract/mfa';
import { addOpenidApp } from '@gatewarden/contract/openid-apps';
import { addScimToken } from '@gatewarden/contract/scim';
import { patchSettings } from '@gatewarden/contract/settings';
import { getSupportConfiguration, sendSupportMail } from '@gatewarden/contract/support';
import { addUser } from '@gatewarden/contract/users';
import { addWebhook, testWebhook } from '@gatewarden/contract/webhooks';
import { expect, inject, it } from 'vitest';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { password } from '../../../test/given/given.ts';
import { unansweredLdap } from '../../../test/given/ldap.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { locationBody } from '../../../test/given/network.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** Every kind of the table `secret`. A new kind is added here; the test then stores a value of it. */
const kinds = [
  ...([
    'acme-account',
    'activity-evidence',
    'activity-key',
    'authority-key',
    'authority-server',
    'join-secret',
  ] as const),
  ...([
    'ldap-bind-password',
    'ldap-password',
    'license',
    'location-key',
    'mail',
    'openid-client-secret',
    'openid-google-key',
  ] as const),
  ...(['openid-jumpcloud-key', 'openid-okta-key', 'provisioner-authority', 'server-certificate'] as const),
  ...(['signing-key', 'smtp-password'] as const),
  ...(['stream-password', 'totp', 'totp-offer', 'webhook-former-key', 'webhook-signing-key', 'webhook-token'] as const),
];
/** How the source names kinds that are not written as a text where they are used. */
const namedKinds = [
  ...(['providerSecretKinds.client_secret', 'providerSecretKinds[field]', 'row.kind', 'streamPasswordKind'] as const),
  ...(['webhookSecretKinds.formerKey', 'webhookSecretKinds.signingKey', 'webhookSecretKinds.token'] as const),
];

function kindsInSource(): string[] {
  const root = new URL('../../', import.meta.url).pathname;
  const files = globSync('**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const uses = files.flatMap((path) => [...readFileSync(root + path, 'utf8').matchAll(/kind: ([^,{}\n]+), owner\b/g)]);
  return uses.map(([, kind = '']) => kind.replaceAll("'", ''));
}

function kindsInTables(): string[] {
  const root = new URL('../../../migrations/', import.meta.url).pathname;
  const files = globSync('*.sql', { cwd: root }).map((path) => readFileSync(root + path, 'utf8'));
  const calls = files.flatMap((text) => [...text.matchAll(/delete_secrets\(('[^)]+)\)/g)]);
  return calls.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().replaceAll("'", '')));
}

it('knows every kind of secret', () => {
  const found = [...new Set([...kindsInSource(), ...kindsInTables()])].toSorted();
  const known: readonly string[] = [...kinds, ...namedKinds];
  expect(found.filter((kind) => !known.includes(kind))).toEqual([]);
});

/** A text that occurs nowhere else. */
const canary = (name: string) => `Canary-7-${name}-${'q'.repeat(12)}`;

it('shows no secret of the instance in the configuration, the log and the mail', async () => {
  const account = { user: 'mailer', password: canary('smtp') };
  await using sink = await startSmtpSink({ account });
  await using server = await startTestServer({ environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1' } });
  const shown = await givenShownSecrets(server, account);
  await causeFailures(server);

  await givenMailServer(server, sink);
  const admin = await server.given.signedIn((await server.given.admin()).username);
  await admin.call(patchSettings, { body: { smtp_user: account.user, smtp_password: account.password } });
  const stored = await givenStoredSecrets(server);
  const configuration = JSON.stringify(await admin.call(getSupportConfiguration, {}));
  await admin.call(sendSupportMail, { body: { to: 'help@example.org' } });
  const mail = sink.mails.find(({ to }) => to.includes('help@example.org'));
  const attachments = (mail?.email.attachments ?? []).map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  expect(attachments).toHaveLength(2);
  const texts = [configuration, server.logged(), JSON.stringify(mail?.email), ...attachments];
  // the causes that must not quote a secret are there
  expect(server.logged()).toContain('ECONNREFUSED');

  const secrets = [...shown, ...stored, password, canary('typed'), inject('started').secretKey];
  expect(secrets.length).toBeGreaterThan(kinds.length + 10);
  const found = secrets.filter((secret) => formsOf(secret).some((form) => texts.some((text) => text.includes(form))));
  expect(found).toEqual([]);
});

/** As it is, in a URL, in JSON and in the encodings of bytes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...encoded];
}

/** Makes one of each secret that a person or a program receives or chooses, and returns them. */
async function givenShownSecrets(server: TestServer, account: { user: string; password: string }): Promise<string[]> {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const location = await admin.call(addLocation, { body: locationBody(1) });
  const { token: joinToken } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  await admin.call(patchSettings, {
    body: {
      ...{ smtp_server: '127.0.0.1', smtp_port: 1, smtp_encryption: 'None', smtp_sender: 'vpn@example.com' },
      ...{ smtp_user: account.user, smtp_password: account.password },
      ...unansweredLdap,
      ldap_bind_password: canary('ldap'),
    },
  });
  const provider = { name: 'Canary', base_url: 'https://127.0.0.1:1', client_id: 'core' };
  await admin.call(addProvider, { body: { ...provider, client_secret: canary('provider') } });
  const app = await admin.call(addOpenidApp, {
    body: { name: 'Wiki', redirect_uri: ['https://wiki.example.com/'], scope: ['openid'], enabled: true },
  });
  const hook = await admin.call(addWebhook, {
    body: {
      ...{ url: 'https://127.0.0.1:1/hook', description: 'Tickets', token: canary('webhook'), enabled: false },
      ...{ on_user_created: true, on_user_deleted: false, on_user_modified: false, on_hwkey_provision: false },
    },
  });
  await admin.call(testWebhook, { params: { id: String(hook.id) } });
  const stream = { url: 'https://127.0.0.1:1/logs', username: 'core', password: canary('stream') };
  await admin.call(addActivityStream, {
    body: { name: 'Canary', stream_type: 'vector_http', stream_config: stream },
  });
  const program = await givenProgram(server, una);
  const scim = await admin.call(addScimToken, { body: { name: 'Directory' } });
  await admin.call(addUser, {
    body: { username: 'newone', first_name: 'New', last_name: 'One', email: 'new@example.com' },
  });
  const enrollment = await admin.call(startEnrollment, {
    params: { username: 'newone' },
    body: { send_enrollment_notification: false },
  });
  const offered = await (await server.given.user()).call(startTotp, {});
  const { recoveryCodes } = await givenTotp(server, una);
  const setup = /token=(\S+)/.exec(server.printed.join('\n'))?.[1] ?? '';
  const cookies = [admin, una].map(({ cookie = '' }) => cookie.slice(cookie.indexOf('=') + 1));
  const values = [canary('ldap'), canary('provider'), canary('webhook'), canary('stream'), account.password];
  const tokens = [joinToken, app.client_secret ?? '', program.token, scim.token, enrollment.enrollment_token, setup];
  const secrets = [...values, ...tokens, offered.secret, ...recoveryCodes, ...cookies];
  expect(secrets.filter((secret) => secret.length < 6)).toEqual([]);
  return secrets;
}

/** Failures of everything that a secret is sent to, and of sign-ins. */
async function causeFailures(server: TestServer): Promise<void> {
  const admin = await server.given.signedIn((await server.given.admin()).username);
  const stranger = server.stranger();
  await stranger.try(signIn, { body: { username: 'rosa', password: canary('typed') } });
  await admin.try(sendTestMail, { body: { to: 'una@example.org' } });
  for (const path of ['/ldap/test', '/test_directory_sync']) await admin.send('GET', path);
  await stranger.send('GET', '/openid/auth_info?provider=Canary');
}

/** Stores a canary of each kind that the instance does not have, and returns the texts of all stored secrets. */
async function givenStoredSecrets({ database }: TestServer): Promise<string[]> {
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  try {
    const db = openDatabase(pool);
    const key = Buffer.from(inject('started').secretKey, 'base64');
    const { secrets }: { secrets: Secrets } = await openSecrets(db, key);
    const rows = await db.selectFrom('secret').select(['kind', 'owner']).execute();
    const missing = kinds.filter((kind) => !rows.some((row) => row.kind === kind));
    const added = missing.map((kind) => ({ kind, owner: 'canary' }));
    await inTransaction(db, async (tx) => {
      for (const name of added) await secrets.set(tx, name, canary(name.kind));
    });
    const texts: string[] = [];
    for (const name of [...rows, ...added]) texts.push((await secrets.get(db, name)) ?? '');
    return texts.flatMap(linesOfSecret);
  } finally {
    await pool.end();
  }
}

/** Of a private key in PEM each line, without those that all keys have; of other texts the whole. */
function linesOfSecret(text: string): string[] {
  return text.includes('PRIVATE KEY')
    ? text.split(/\\n|\n/).filter((line) => line.length > 40 && !line.includes('CERTIFICATE'))
    : [text];
}
