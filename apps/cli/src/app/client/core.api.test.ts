import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { approveConnectRequest, openConnectRequest, refuseConnectRequest } from '@gatewarden/contract/browser-connect';
import { deleteDevice } from '@gatewarden/contract/devices';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { updateLocation } from '@gatewarden/contract/locations';
import { startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { openEdgeBrowser } from '../../../../server/test/given/edge-openid.ts';
import type { Person } from '../../../../server/test/given/given.ts';
import { givenMailbox } from '../../../../server/test/given/mail-codes.ts';
import { locationBody, removeNetwork } from '../../../../server/test/given/network.ts';
import { givenExternalIdentity, givenProvider, localProviders } from '../../../../server/test/given/openid.ts';
import { givenSecurityKey } from '../../../../server/test/given/security-keys.ts';
import { givenTotp } from '../../../../server/test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../../server/test/harness.ts';
import { startHostileProvider } from '../../../../server/test/openid-provider/hostile-provider.ts';
import { codeInMail, startSmtpSink } from '../../../../server/test/smtp-sink.ts';
import { endOf, makeTestPerson, type TestPerson } from '../../../test/test-person.ts';

/** The link that the console shows. */
async function linkFor(user: Person): Promise<string> {
  const params = { username: user.username };
  const { enrollment_token: token, enrollment_url: url } = await user.call(startDesktop, { params, body: {} });
  return `defguard://addinstance?token=${token}&url=${encodeURIComponent(url)}`;
}

/** A person with a location whose machine is logged in. */
async function givenLoggedIn(server: TestServer, person: TestPerson, location = {}) {
  await removeNetwork(server);
  const admin = await server.given.admin();
  const office = await server.given.location({ allowed_ips: '10.99.0.0/16', ...location });
  const user = await server.given.user();
  await person.run(['login', await linkFor(user)]);
  const params = { username: user.username };
  const devices = async () => (await user.call(getUser, { params })).devices;
  const [device] = await devices();
  return { admin, office, user, params, devices, device, name: `gw-${office.id}`, id: String(office.id) };
}

async function storedOf({ stateDir }: TestPerson) {
  const [id = ''] = await readdir(join(stateDir, 'instances')).then((names) => names.filter((name) => name !== 'lock'));
  const file = join(stateDir, 'instances', id, 'client.json');
  return { file, ...JSON.parse(await readFile(file, 'utf8')) };
}

test('login adds a device of the person, and stores its key for the owner of the folder alone', async ({ server }) => {
  await using person = await makeTestPerson();
  const { device, devices, user, office } = await givenLoggedIn(server, person);
  const { file, privateKey, publicKey, pollToken } = await storedOf(person);
  expect(device).toMatchObject({ name: 'laptop', wireguard_pubkey: publicKey });
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  for (const folder of [person.stateDir, join(person.stateDir, 'instances'), join(file, '..')]) {
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
  }
  expect(server.logged()).not.toContain(privateKey);
  expect(person.lines.join('\n')).toContain(office.name);

  // the same machine again: the device remains, with another token
  await person.run(['login', await linkFor(user), '--json']);
  expect(await devices()).toHaveLength(1);
  const again = await storedOf(person);
  expect(again).toMatchObject({ privateKey, publicKey });
  expect(again.pollToken).not.toBe(pollToken);
  const printed = person.lines.at(-1) ?? '';
  expect(JSON.parse(printed)).toMatchObject({
    ...{ username: user.username, device: 'laptop', instance: { name: expect.any(String) } },
    locations: [{ id: office.id, name: office.name, two_factor: 'none' }],
  });
  for (const secret of [privateKey, again.pollToken]) expect(person.lines.join('\n')).not.toContain(secret);
});

test('login refuses a token that is not valid, and a link of another person', async ({ server }) => {
  await using person = await makeTestPerson();
  const { user } = await givenLoggedIn(server, person);
  const link = await linkFor(await server.given.user());
  expect(await endOf(person.run(['login', link]))).toMatchObject({
    exit: 'refused',
    message: expect.stringContaining(`This machine is a device of ${user.username}`),
  });
  expect(await endOf(person.run(['login', link.replace(/token=\w+/, 'token=wrong')]))).toMatchObject({
    exit: 'refused',
    message: expect.stringContaining('The token is not valid'),
  });
  await using other = await makeTestPerson();
  const taken = await endOf(other.run(['login', await linkFor(user), '--name', 'Laptop']));
  expect(taken).toMatchObject({ exit: 'usage', message: expect.stringContaining('already') });
  await other.run(['login'], { input: await linkFor(user) });
  expect((await storedOf(other)).deviceName).toBe('laptop-2');
});

test('the gateway admits the device, and up follows core until the device is deleted', async ({ server }) => {
  await using person = await makeTestPerson();
  const given = await givenLoggedIn(server, person, { dns: '10.99.0.53, corp.example' });
  const { admin, office, name, id } = given;
  await using gateway = await server.connectGateway(office);
  const { publicKey, file } = await storedOf(person);
  await gateway.until(({ state }) => state?.peers.has(publicKey) === true);

  const change = {
    ...locationBody(78, { name: 'Headquarters', allowed_ips: '10.98.0.0/16', dns: '10.98.0.53, hq.example' }),
    address: office.address.join(','),
  };
  const seen: unknown[] = [];
  await person.run(['up', office.name], {
    steps: [
      () => {
        seen.push(person.machine(name).config?.networks, person.dns.get(name));
        return admin.call(updateLocation, { params: { id }, body: change });
      },
      () => seen.push(person.machine(name).config?.networks, person.dns.get(name)),
    ],
  });
  expect(seen).toEqual([
    ['10.99.0.0/16'],
    { servers: ['10.99.0.53'], domains: ['corp.example'] },
    ['10.98.0.0/16'],
    { servers: ['10.98.0.53'], domains: ['hq.example'] },
  ]);
  expect(person.machine(name).config).toBeUndefined();
  expect(person.dns.size).toBe(0);

  const deleted = await endOf(
    person.run(['up', 'headquarters'], {
      steps: [() => given.user.call(deleteDevice, { params: { id: String(given.device?.id) } })],
    }),
  );
  expect(deleted).toMatchObject({ exit: 'refused', message: expect.stringContaining('was deleted') });
  expect(person.machine(name).config).toBeUndefined();
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('up ends while the account is disabled, and the key remains', async ({ server }) => {
  await using person = await makeTestPerson();
  const { admin, params, name } = await givenLoggedIn(server, person);
  const disable = () => admin.call(updateUser, { params, body: { is_active: false } });
  expect(await endOf(person.run(['up'], { steps: [disable] }))).toMatchObject({
    exit: 'refused',
    message: expect.stringContaining('the account is disabled'),
  });
  expect(person.machine(name).config).toBeUndefined();
  await admin.call(updateUser, { params, body: { is_active: true } });
  const seen: unknown[] = [];
  await person.run(['up'], { steps: [() => seen.push(person.machine(name).config?.networks)] });
  expect(seen).toEqual([['10.99.0.0/16']]);
});

test('up asks for a code, and again when the session has ended', async () => {
  await using server = await startTestServer();
  await using person = await makeTestPerson();
  const given = await givenLoggedIn(server, person, { location_mfa_mode: 'internal' });
  const { office, user, admin, name, id, device } = given;
  const app = await givenTotp(server, user);
  await using gateway = await server.connectGateway(office);
  const { publicKey } = await storedOf(person);
  const keyAt = () => gateway.state?.peers.get(publicKey)?.presharedKey;
  const keys: unknown[] = [];
  const note = () => {
    keys.push(person.machine(name).presharedKey);
    expect(keys.at(-1)).toBe(keyAt());
  };
  const end = async () => {
    await admin.call(endLocationSession, { params: { id, deviceId: String(device?.id) } });
    await gateway.until(({ state }) => state?.peers.has(publicKey) === false);
    person.advance(181);
  };
  const arrived = () => gateway.until(({ state }) => state?.peers.has(publicKey) === true);
  await person.run(['up'], {
    answers: ['000000', () => app.next(), () => app.next()],
    steps: [arrived, note, end, () => undefined, arrived, note],
  });
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => typeof key === 'string')).toBe(true);
  const question = `Code of your authenticator app for ${office.name}: `;
  expect(person.seen).toEqual([
    ...[question, 'The code is wrong.', question],
    ...[`The session of ${office.name} has ended.`, question],
  ]);
});

test('up prints an address to sign in at, and connects after its owner did', async () => {
  await using server = await startTestServer(localProviders);
  await using person = await makeTestPerson();
  await server.given.admin();
  await using idp = await startHostileProvider();
  const provider = await givenProvider(server, idp);
  const { office, user, name } = await givenLoggedIn(server, person, { location_mfa_mode: 'external' });
  await givenExternalIdentity(server, user.id, provider.name);
  const keys: unknown[] = [];
  const signIn = async () => {
    const address = new URL(person.seen.at(-1) ?? '');
    expect(address.pathname).toBe('/openid/mfa');
    const browser = openEdgeBrowser(server);
    const token = address.searchParams.get('token');
    expect(await browser.confirm(idp, { sub: `subject ${user.id}` }, token)).toMatchObject({ status: 200 });
  };
  await person.run(['up'], {
    answers: [],
    steps: [() => undefined, signIn, () => keys.push(person.machine(name).presharedKey)],
  });
  expect(keys).toEqual([expect.stringMatching(/^[\w+/]{43}=$/)]);
  expect(person.seen[0]).toContain(office.name);
});

test('without a terminal, up needs --code and ends with the session', async () => {
  await using server = await startTestServer();
  await using person = await makeTestPerson();
  const { office, user, name } = await givenLoggedIn(server, person, { location_mfa_mode: 'internal' });
  const ending = (...args: string[]) =>
    endOf(person.run(['up', ...args], { steps: [() => person.advance(181), () => undefined] }));
  expect(await ending('--code', '000000')).toMatchObject({
    exit: 'refused',
    message: expect.stringContaining('does not have an authenticator app'),
  });
  const app = await givenTotp(server, user);
  expect(await ending()).toMatchObject({ exit: 'code-needed', message: expect.stringContaining('--code') });
  expect(await ending('--code', '000000')).toEqual({ exit: 'code-needed', message: 'The code is wrong.' });
  expect(await ending('--code', app.next())).toMatchObject({ exit: 'code-needed' });
  expect(person.lines).toContain('the session has ended');
  expect(person.machine(name).config).toBeUndefined();
  expect(office.location_mfa_mode).toBe('internal');
});

test('a person without an authenticator app gets a code by mail', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  await using person = await makeTestPerson();
  const { user, name } = await givenLoggedIn(server, person, { location_mfa_mode: 'internal' });
  await givenMailbox(server, user, sink);
  server.clock.advance({ minutes: 2 });
  const arrived = sink.mails.length;
  const keys: unknown[] = [];
  await person.run(['up'], {
    answers: [() => codeInMail(sink, arrived)],
    steps: [() => keys.push(person.machine(name).presharedKey)],
  });
  expect(person.seen).toEqual([expect.stringContaining('the email that was sent to you')]);
  expect(keys).toEqual([expect.stringMatching(/^[\w+/]{43}=$/)]);
});

test('a person with only a security key confirms in the browser, and up gets the preshared key', async () => {
  await using server = await startTestServer();
  await using person = await makeTestPerson();
  const { user, name, office } = await givenLoggedIn(server, person, { location_mfa_mode: 'internal' });
  const key = await givenSecurityKey(server, user);
  await using gateway = await server.connectGateway(office);
  const { publicKey } = await storedOf(person);
  const requestOf = () => new URL(person.seen[1] ?? '').searchParams.get('request') ?? '';
  const confirm = async () => {
    const request = requestOf();
    const opened = await user.call(openConnectRequest, { body: { request } });
    expect(opened).toMatchObject({
      device: 'laptop',
      location: office.name,
      agent: expect.any(String),
    });
    const response = key.sign(await user.call(startSecurityKeySignIn, {}));
    await user.call(approveConnectRequest, { body: { request, proof: { method: 'security_key', response } } });
  };
  const keys: unknown[] = [];
  await person.run(['up'], {
    answers: [],
    // the first check is before the confirmation
    steps: [
      () => undefined,
      confirm,
      () => gateway.until(({ state }) => state?.peers.has(publicKey) === true),
      () => keys.push(person.machine(name).presharedKey),
    ],
  });
  expect(person.seen).toEqual([
    expect.stringContaining('Open this page'),
    expect.stringContaining('/connect?request='),
  ]);
  expect(keys).toEqual([gateway.state?.peers.get(publicKey)?.presharedKey]);
});

test('up ends when the person rejects the request in the browser', async () => {
  await using server = await startTestServer();
  await using person = await makeTestPerson();
  const { user } = await givenLoggedIn(server, person, { location_mfa_mode: 'internal' });
  await givenTotp(server, user);
  const reject = async () => {
    const request = new URL(person.seen[1] ?? '').searchParams.get('request') ?? '';
    await user.call(refuseConnectRequest, { body: { request } });
  };
  const ending = await endOf(person.run(['up', '--method', 'browser'], { steps: [reject], isEndless: true }));
  expect(ending).toMatchObject({
    exit: 'code-needed',
    message: expect.stringContaining('was rejected or has expired'),
  });
});
