import { updateAccessRule } from '@gatewarden/contract/access';
import { addApiToken } from '@gatewarden/contract/api-tokens';
import { type SearchResult, search } from '@gatewarden/contract/search';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { ruleBody } from '../../../test/given/access.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { startTestServer, test } from '../../../test/harness.ts';

const find = (caller: Caller, q: string) => caller.call(search, { query: { q } });
const summary = (results: readonly SearchResult[]) =>
  results.map((result) => `${result.kind} ${'name' in result ? result.name : result.username} ${result.match}`);

test('finds objects of every kind by their names, exact matches first', async ({ server }) => {
  const admin = await server.given.admin();
  const name = uniqueName('Zagłębie');
  const location = await server.given.location({ name: `Office ${name}` });
  await server.given.group({ name: `${name} staff` });
  await server.given.group({ name });
  await givenGatewayRows(server.database, { location_id: location.id, name: `gw-${name}` });
  const owner = await server.given.user();
  await server.database.query('update "user" set last_name = $1 where username = $2', [`x${name}`, owner.username]);
  const { device } = await server.given.device(owner, { name: `${name} laptop` });
  const all = [
    `user ${owner.username} part`,
    `group ${name} exact`,
    `group ${name} staff start`,
    `location Office ${name} word`,
    `gateway gw-${name} word`,
    `device ${device.name} start`,
  ];
  expect(summary(await find(admin, ` ${name} `))).toEqual(all);
  const plain = name.toUpperCase().replace('Ł', 'l').replace('Ę', 'E');
  expect(summary(await find(admin, plain))).toEqual(all);
  expect(summary(await find(admin, `laptop ${plain}`))).toEqual([`device ${device.name} part`]);
  expect(summary(await find(admin, `lap ${owner.username}`))).toEqual([`device ${device.name} part`]);
});

test('finds users by email address, devices by address and by the beginning of their key', async ({ server }) => {
  const admin = await server.given.admin();
  const email = `${uniqueName('mail')}@example.com`;
  const owner = await server.given.user({ email });
  await server.given.location();
  const { device } = await server.given.device(owner);
  const [row] = await server.database.query(
    'select host(a.address) as address, d.public_key from device d join device_address a on a.device_id = d.id where d.id = $1',
    [device.id],
  );
  const [address, key] = [String(row?.['address']), String(row?.['public_key'])];
  expect(summary(await find(admin, email.toUpperCase()))).toEqual([`user ${owner.username} exact`]);
  expect(await find(admin, address)).toContainEqual(
    expect.objectContaining({ kind: 'device', id: device.id, match: 'exact', public_key: key }),
  );
  expect((await find(admin, address)).map(({ kind }) => kind)).toContain('location');
  expect(summary(await find(admin, key.slice(0, 12)))).toContain(`device ${device.name} start`);
  expect(await find(admin, key.slice(1, 12))).toEqual([]);
});

test('shows users their own devices and the locations that they may use, and nothing of others', async ({ server }) => {
  const name = uniqueName('secret');
  const { name: group } = await server.given.group({ name: `${name} group` });
  const open = await server.given.location({ name: `${name} open` });
  await server.given.location({ name: `${name} closed`, allowed_groups: [group] });
  await givenGatewayRows(server.database, { location_id: open.id, name: `${name} gateway` });
  const other = await server.given.user();
  const { device: foreign } = await server.given.device(other, { name: `${name} foreign` });
  const user = await server.given.user();
  const { device: own } = await server.given.device(user, { name: `${name} own` });
  const found = await find(user, name);
  expect(summary(found)).toEqual([`location ${open.name} start`, `device ${own.name} start`]);
  expect(found[0]).toMatchObject({ address: [] });
  expect(found[1]).toMatchObject({ owner: { username: user.username } });

  const rows = await server.database.query(
    `select host(a.address) as address, d.public_key, host(n.address) as network, u.email
     from device d join device_address a on a.device_id = d.id join location_network n on n.location_id = a.location_id
     join "user" u on u.id = d.user_id where d.id = $1`,
    [foreign.id],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const text of rows.flatMap((row) => Object.values(row))) expect(await find(user, String(text))).toEqual([]);
});

test('finds network devices by name, address and key, for administrators only', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location({ name: uniqueName('Lab') });
  const name = uniqueName('printer');
  const { id, assigned_ips: ips } = await server.given.networkDevice({ location_id: location.id, name });
  const result = expect.objectContaining({
    ...{ kind: 'network_device', id, name, match: 'exact', address: ips, location_name: location.name },
  });
  expect(await find(admin, name)).toEqual([result]);
  expect(await find(admin, String(ips[0]))).toContainEqual(result);
  expect(await find(await server.given.user(), name)).toEqual([]);
});

test('finds access rules and aliases by name, a pending change in place of its deployed rule', async ({ server }) => {
  const admin = await server.given.admin();
  const name = uniqueName('NC web');
  const rule = await server.given.deployedRule({ name });
  const alias = await server.given.accessAlias({ name: `${name} hosts` });
  expect(await find(admin, name.toLowerCase())).toEqual([
    { kind: 'access_rule', match: 'exact', id: rule.id, name },
    { kind: 'access_alias', match: 'start', id: alias.id, name: alias.name },
  ]);
  const change = await admin.call(updateAccessRule, {
    params: { id: String(rule.id) },
    body: ruleBody({ name: `${name} new` }),
  });
  expect(await find(admin, `${name} new`)).toMatchObject([{ kind: 'access_rule', id: change.id }]);
  expect(await find(await server.given.user(), name)).toEqual([]);
});

test('finds only the kinds that a token may read', async ({ server }) => {
  const admin = await server.given.admin();
  const name = uniqueName('scoped');
  await server.given.group({ name });
  await server.given.location({ name });
  const params = { username: admin.username };
  const body = { name, scopes: ['locations:read' as const] };
  const { token } = await admin.call(addApiToken, { params, body });
  const response = await fetch(`${server.url}/api/v1/search?q=${name}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(summary((await response.json()) as SearchResult[])).toEqual([`location ${name} exact`]);
});

test.for(['%', '_', '\\', "'; drop table device; --", '*', '<script>', '\u{1F600}', '10.300', 'x'.repeat(128)])(
  'takes %s literally',
  async (text, { server }) => {
    const admin = await server.given.admin();
    await server.given.group();
    const found = await find(admin, text);
    expect(found.filter((each) => !JSON.stringify(each).includes(text))).toEqual([]);
  },
);

test.for(['', '   ', 'x'.repeat(129), 'a\u0000b', 'x'.repeat(16_384)])('refuses %j', async (text, { server }) => {
  const admin = await server.given.admin();
  const { status } = await admin.send('GET', `/search?q=${encodeURIComponent(text)}`);
  expect([400, 414, 431]).toContain(status);
});

test('finds at most 8 objects of a kind', async ({ server }) => {
  const admin = await server.given.admin();
  const name = uniqueName('many');
  for (let number = 0; number < 10; number += 1) await server.given.group({ name: `${name} ${number}` });
  expect(summary(await find(admin, name))).toHaveLength(8);
});

it('finds no objects of the VPN while its module is off', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.given.location({ name: 'Alpha' });
  await server.given.device(admin, { name: 'Alpha' });
  await server.given.group({ name: 'Alpha' });
  await admin.call(patchSettings, { body: { wireguard_enabled: false } });
  expect(summary(await find(admin, 'alpha'))).toEqual(['group Alpha exact']);
});
