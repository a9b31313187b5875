import { randomBytes } from 'node:crypto';
import { addDevice, switchOnDevice, updateDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import type { Person } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { newKeys } from '../../../test/given/network.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const newKey = () => ({ GATEWARDEN_SECRET_KEY: randomBytes(32).toString('base64') });

function rekey(owner: Person, device: { id: number; name: string }) {
  const body = { name: device.name, wireguard_pubkey: newKeys().publicKey };
  return owner.call(updateDevice, { params: { id: String(device.id) }, body });
}

async function mailPendingChanges(server: TestServer, key: object) {
  const environment = { DATABASE_URL: server.database.url, ...key };
  expect((await runAdmin(['jobs', 'run', 'devices.mail-pending-changes'], environment)).code).toBe(0);
}

it('mails the owner when a device is added, gets another key or is switched on, also by an administrator', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z' });
  const admin = await server.given.admin();
  const una = await server.given.user();
  const location = await server.given.location();
  await givenMailServer(server, sink);
  const params = { username: una.username };
  const laptop = { name: 'laptop', wireguard_pubkey: newKeys().publicKey };
  const { device, configs } = await una.call(addDevice, { params, body: laptop });
  const [first] = await sink.received(1);
  expect(first).toMatchObject({ to: [`${una.username}@example.com`] });
  const facts = ['laptop', '2030', '127.0.0.1', laptop.wireguard_pubkey, `${location.name}: ${configs[0]?.address}`];
  for (const fact of facts) expect(first?.email.text).toContain(fact);
  expect(first?.email.text).not.toContain('administrator rosa');

  const id = String(device.id);
  server.clock.advance({ seconds: 300 });
  // another name causes no mail
  await una.call(updateDevice, { params: { id }, body: { ...laptop, name: 'tablet' } });
  const another = { name: 'tablet', wireguard_pubkey: newKeys().publicKey };
  await admin.call(updateDevice, { params: { id }, body: another });
  const [, second] = await sink.received(2);
  expect(second).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(second?.email.subject).toContain('New device key');
  expect(second?.email.text).toContain('The administrator rosa did this.');

  server.clock.advance({ seconds: 300 });
  await admin.call(stopUser, { params, body: { disable: false } });
  await admin.call(switchOnDevice, { params: { id } });
  const [, , ...last] = await sink.received(4);
  expect(last.map(({ email }) => email.subject).toSorted()).toEqual([
    expect.stringContaining('Device turned on'),
    // by the emergency stop
    expect.stringContaining('Your access was revoked'),
  ]);
});

it('mails one change in five minutes, and then the number of further changes', async () => {
  await using sink = await startSmtpSink();
  const key = newKey();
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z', environment: key });
  const una = await server.given.user();
  await server.given.location();
  await givenMailServer(server, sink);
  const { device } = await server.given.device(una);
  for (let count = 0; count < 3; count += 1) await rekey(una, device);
  server.clock.advance({ seconds: 300 });
  await mailPendingChanges(server, key);
  const mails = await sink.received(2);
  expect(mails.map(({ email }) => email.subject)).toEqual([
    expect.stringContaining('New device'),
    expect.stringContaining('More device changes'),
  ]);
  expect(mails[1]?.email.text).toContain('since the last email: 3');
});

it('mails the number of changes to a user while that of another user cannot be mailed', async () => {
  await using sink = await startSmtpSink();
  const key = newKey();
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z', environment: key });
  const [ada, una] = [await server.given.user(), await server.given.user()];
  await server.given.location();
  await givenMailServer(server, sink);
  for (const person of [ada, una]) await rekey(person, (await server.given.device(person)).device);
  await sink.received(2);
  // as a newer core would write it
  await server.database.query(`update "user" set preferences = '{"language":"xx"}' where id = $1`, [ada.id]);
  server.clock.advance({ seconds: 300 });
  await mailPendingChanges(server, key);
  expect((await sink.received(3))[2]).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(await server.database.query('select user_id, pending from device_mail where pending > 0')).toEqual([
    { user_id: ada.id, pending: 1 },
  ]);
});

it('does not count changes from before a mail server was set up', async () => {
  await using sink = await startSmtpSink();
  const key = newKey();
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z', environment: key });
  const una = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(una);
  for (let count = 0; count < 3; count += 1) await rekey(una, device);
  await givenMailServer(server, sink);
  server.clock.advance({ seconds: 300 });
  await mailPendingChanges(server, key);
  expect(await server.database.query(`select from pgboss.job where name = 'mail.send'`)).toEqual([]);
});
