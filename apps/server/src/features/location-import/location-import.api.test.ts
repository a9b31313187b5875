import { listUserDevices } from '@gatewarden/contract/devices';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { addImportedDevices, importLocation, previewLocationImport } from '@gatewarden/contract/location-import';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { updateUser } from '@gatewarden/contract/users';
import { beforeEach, expect } from 'vitest';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type GivenPeer, type KeyPair, newKeys, removeNetwork, serverFile } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

beforeEach<{ server: TestServer }>(({ server }) => removeNetwork(server));

type Body = BodyInputOf<typeof importLocation>;

function bodyOf(keys: KeyPair, peers: readonly GivenPeer[] = [], overrides: Partial<Body> = {}): Body {
  const config = serverFile(keys, { peers, address: '10.200.0.1/24, fd00:200::1/64' });
  return { name: 'Imported', endpoint: 'vpn.example.com', config, allowed_groups: [], ...overrides };
}

/** Addresses by the name of the device, in the order of the networks. */
async function addressesIn({ database }: TestServer, locationId: number): Promise<Record<string, string[]>> {
  const rows = await database.query(
    `select d.name, array_agg(host(a.address) order by a.position) as ips from device_address a
       join device d on d.id = a.device_id where a.location_id = ${locationId} group by d.name order by d.name`,
  );
  return Object.fromEntries(rows.map(({ name, ips }) => [String(name), ips as string[]]));
}

const storedCounts = async ({ database }: TestServer) =>
  database.query('select (select count(*) from location) as l, (select count(*) from device) as d');

test('imports a location with its key and addresses, and returns unknown peers', async ({ server }) => {
  const admin = await server.given.admin();
  const [keys, peer] = [newKeys(), newKeys()];
  const body = bodyOf(keys, [{ key: peer.publicKey, ips: '10.200.0.7/32, fd00:200::7/128' }]);
  const { network, devices } = await admin.call(importLocation, { body: { ...body, fileName: 'wg0.conf' } as Body });
  expect(network).toMatchObject({
    name: 'Imported',
    address: ['10.200.0.1/24', 'fd00:200::1/64'],
    port: 51_821,
    pubkey: keys.publicKey,
    endpoint: 'vpn.example.com',
    dns: null,
    allowed_ips: ['10.200.0.0/24', 'fd00:200::/64'],
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    acl_enabled: false,
    location_mfa_mode: 'disabled',
  });
  expect(devices).toEqual([
    {
      user_id: null,
      name: peer.publicKey,
      wireguard_pubkey: peer.publicKey,
      wireguard_ips: ['10.200.0.7', 'fd00:200::7'],
    },
  ]);
  const [secret] = await server.database.query(
    `select owner from secret where kind = 'location-key' and owner = '${network.id}'`,
  );
  expect(secret).toBeDefined();
});

test('gives known devices the addresses of the file, and no other device an address of it', async ({ server }) => {
  const admin = await server.given.admin();
  const [una, bob, eve] = [await server.given.user(), await server.given.user(), await server.given.user()];
  const group = await server.given.group({ members: [una.username, bob.username] });
  await server.given.location();
  const known = await server.given.device(una, { name: 'known' });
  const excluded = await server.given.device(eve, { name: 'excluded' });
  await server.given.device(bob, { name: 'other' });
  const peers = [
    { key: known.publicKey, ips: '10.200.0.9' },
    { key: excluded.publicKey, ips: '10.200.0.2' },
    { key: newKeys().publicKey, ips: '10.200.0.3' },
  ];
  const { network, devices } = await admin.call(importLocation, {
    body: bodyOf(newKeys(), peers, { allowed_groups: [group.name] }),
  });
  expect(devices.map((device) => device.wireguard_ips)).toEqual([['10.200.0.3']]);
  expect(await addressesIn(server, network.id)).toEqual({
    known: ['10.200.0.9', 'fd00:200::2'],
    other: ['10.200.0.4', 'fd00:200::3'],
  });
  // addresses of the file are free once the import is done
  await server.given.device(bob, { name: 'later' });
  expect((await addressesIn(server, network.id))['later']?.[0]).toBe('10.200.0.2');
});

test('adds mapped peers as devices in the same transaction, with events', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const other = await server.given.location();
  const [mapped, skipped] = [newKeys(), newKeys()];
  const peers = [
    { key: mapped.publicKey, ips: '10.200.0.9' },
    { key: skipped.publicKey, ips: '10.200.0.10' },
  ];
  const before = (await server.events()).length;
  const { network, devices } = await admin.call(importLocation, {
    body: bodyOf(newKeys(), peers, {
      port: 51_900,
      dns: '10.200.0.1',
      devices: [{ user_id: una.id, name: 'laptop', wireguard_pubkey: mapped.publicKey }],
    }),
  });
  expect(network).toMatchObject({ port: 51_900, dns: '10.200.0.1' });
  expect(devices.map((device) => device.wireguard_pubkey)).toEqual([skipped.publicKey]);
  expect((await addressesIn(server, network.id))['laptop']?.[0]).toBe('10.200.0.9');
  expect(Object.keys(await addressesIn(server, other.id))).toEqual(['laptop']);
  const events = (await server.events()).slice(before).filter(({ type }) => /^(location|device)\./.test(type));
  expect(events.map(({ type }) => type)).toEqual(['location.added', 'device.added']);
  expect(events).toMatchObject([{ payload: { location: { name: 'Imported' } } }, { payload: { owner: una.username } }]);
});

test('adds peers without a user as network devices of the location alone, with their addresses', async ({ server }) => {
  const admin = await server.given.admin();
  await server.given.location();
  // without members
  const group = await server.given.group();
  const [printer, free] = [newKeys().publicKey, newKeys().publicKey];
  const peers = [
    { key: printer, ips: '10.200.0.9' },
    { key: free, ips: '192.168.7.0/24' },
  ];
  const before = (await server.events()).length;
  const named = (name: string, wireguard_pubkey: string) => ({ user_id: null, name, wireguard_pubkey });
  const { network, devices } = await admin.call(importLocation, {
    body: bodyOf(newKeys(), peers, {
      allowed_groups: [group.name],
      devices: [named('printer', printer), named('scanner', free)],
    }),
  });
  expect(devices).toEqual([]);
  const location = { id: network.id, name: 'Imported' };
  expect(await admin.call(listNetworkDevices, {})).toMatchObject([
    {
      name: 'printer',
      location,
      configured: true,
      wireguard_pubkey: printer,
      assigned_ips: ['10.200.0.9', 'fd00:200::2'],
    },
    {
      name: 'scanner',
      location,
      configured: true,
      wireguard_pubkey: free,
      assigned_ips: ['10.200.0.2', 'fd00:200::3'],
    },
  ]);
  const added = (await server.events()).slice(before).filter(({ type }) => type === 'device.added');
  expect(added).toMatchObject([
    { payload: { device: { name: 'printer' }, location: 'Imported', imported: true } },
    { payload: { device: { name: 'scanner' }, location: 'Imported', imported: true } },
  ]);
});

test('assigns no address of the location to a mapped device whose user it does not admit', async ({ server }) => {
  const admin = await server.given.admin();
  const [una, group] = [await server.given.user(), await server.given.group()];
  const peer = newKeys();
  const { network } = await admin.call(importLocation, {
    body: bodyOf(newKeys(), [{ key: peer.publicKey, ips: '10.200.0.9' }], {
      allowed_groups: [group.name],
      devices: [{ user_id: una.id, name: 'laptop', wireguard_pubkey: peer.publicKey }],
    }),
  });
  expect(await addressesIn(server, network.id)).toEqual({});
  expect(await admin.call(listUserDevices, { params: { username: una.username } })).toMatchObject([{ name: 'laptop' }]);
});

test('refuses a file with the line and the reason, and stores nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const existing = await server.given.location();
  const una = await server.given.user();
  const device = await server.given.device(una);
  const [keys, peer] = [newKeys(), newKeys()];
  const before = await storedCounts(server);
  const file = (peers: readonly GivenPeer[]) => serverFile(keys, { peers });
  const lines = Array.from({ length: 10_000 }, (_, n) => `line ${n}`).join('\n');
  const cases: [string, number, string][] = [
    ['', 1, 'no_interface'],
    [lines, 1, 'unreadable'],
    ['\u0089PNG\r\n\u001a\n', 2, 'not_text'],
    ['[Interface]\nAddress = 10.200.0.1/24', 1, 'missing'],
    [file([]).replace('10.200.0.1/24', 'example'), 3, 'invalid'],
    [file([{ key: peer.publicKey, ips: '10.200.0.1' }]), 8, 'address_unusable'],
    [file([{ key: peer.publicKey, ips: '10.200.0.255/32' }]), 8, 'address_unusable'],
    [file([{ key: keys.publicKey, ips: '10.200.0.5' }]), 6, 'own_key'],
    [file([{ key: existing.pubkey, ips: '10.200.0.5' }]), 6, 'key_of_location'],
    [serverFile(device), 1, 'key_of_device'],
    [`${file([])}DNS = ${'1'.repeat(1_025)}`, 1, 'invalid'],
    [file([]).replace('Address', '# no address'), 1, 'missing'],
  ];
  for (const [config, line, problem] of cases) {
    const answer = await admin.try(importLocation, { body: { ...bodyOf(keys), config } });
    expect([problem, answer]).toMatchObject([
      problem,
      { status: 422, body: { code: 'import_file_invalid', details: { line, problem } } },
    ]);
    expect(JSON.stringify(answer)).not.toContain(keys.privateKey);
  }
  expect(await storedCounts(server)).toEqual(before);
});

test('refuses the key of a location, also when two imports run at the same time', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const body = JSON.stringify(bodyOf(newKeys()));
  const headers = { cookie: admin.cookie ?? '', 'content-type': 'application/json' };
  const answers = await Promise.all(
    [server, replica].map((core) => core.stranger().send('POST', '/network/import', { headers, body })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  expect(await admin.call(listLocations, {})).toHaveLength(1);
});

test('refuses a mapping that is not possible, and stores nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  await server.given.location();
  const known = await server.given.device(una, { name: 'known' });
  const [one, two] = [newKeys().publicKey, newKeys().publicKey];
  const peers = [
    { key: one, ips: '10.200.0.9' },
    { key: two, ips: '10.200.0.10' },
    { key: known.publicKey, ips: '10.200.0.11' },
  ];
  const before = await storedCounts(server);
  const laptop = { user_id: una.id, name: 'laptop', wireguard_pubkey: one };
  const network = { ...laptop, user_id: null };
  const ofUna = { username: una.username };
  const cases: [Body['devices'], number, string, object?][] = [
    [[{ ...laptop, user_id: 2_000_000_000 }], 400, 'user_not_found'],
    [[{ ...laptop, name: 'known' }], 409, 'device_name_taken', { ...ofUna, name: 'known' }],
    [[laptop, { ...laptop, wireguard_pubkey: two }], 409, 'device_name_taken', { ...ofUna, name: 'laptop' }],
    [[laptop, { ...laptop, name: 'again' }], 409, 'public_key_taken'],
    [[network, { ...network, wireguard_pubkey: two }], 409, 'device_name_taken'],
    [[{ ...laptop, wireguard_pubkey: newKeys().publicKey }], 400, 'import_peer_unknown'],
    [[{ ...laptop, wireguard_pubkey: known.publicKey }], 400, 'import_peer_unknown'],
  ];
  for (const [devices, status, code, details] of cases) {
    const answer = await admin.try(importLocation, { body: bodyOf(newKeys(), peers, { devices }) });
    expect([code, answer]).toMatchObject([code, { status, body: { code, ...(details && { details }) } }]);
  }
  expect(await storedCounts(server)).toEqual(before);
});

test('lists the first of very many problems and notes, and refuses the file whatever replaces its values', async ({
  server,
}) => {
  const admin = await server.given.admin();
  await server.given.location();
  const keys = newKeys();
  const lists = (name: string, item: string) => `${name} = ${`${item}, `.repeat(500)}\n`.repeat(10);
  const config = serverFile(keys).replace('Address', `${lists('Address', 'x')}Address`);
  const noted = serverFile(keys, { peers: [{ key: newKeys().publicKey, ips: '10.200.0.9' }] });

  const preview = await admin.call(previewLocationImport, { body: { config } });
  const notes = await admin.call(previewLocationImport, {
    body: { config: noted + lists('AllowedIPs', '172.16.0.0/12') },
  });
  const body = { ...bodyOf(keys), config, address: '10.200.0.1/24' };
  const answer = await admin.try(importLocation, { body });

  expect([preview.problems.length, preview.problem_count]).toEqual([100, 1_001]);
  expect([notes.notes.length, notes.note_count]).toEqual([100, 1_000]);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'import_file_invalid', details: { problem: 'too_many_problems' } },
  });
});

test('previews errors, notes and suggestions, and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const ada = await server.given.user({ username: 'alovelace', email: 'ada.l@example.org' });
  const names = { first_name: 'Zażółć', last_name: 'Gęślą' };
  await admin.call(updateUser, { params: { username: ada.username }, body: names });
  await server.given.location();
  const device = await server.given.device(ada, { name: 'known' });
  const keys = newKeys();
  const peers = ['Name = alovelace-laptop', 'ada.l@example.org', 'Zazolc Gesla phone', 'printer'].map((comment, n) => ({
    key: newKeys().publicKey,
    ips: `10.200.0.${n + 2}, 192.168.0.0/24`,
    comment,
  }));
  const config = serverFile(keys, { peers: [...peers, { key: device.publicKey, ips: '10.200.0.9' }] });
  const before = await storedCounts(server);
  const preview = await admin.call(previewLocationImport, { body: { config } });
  expect(preview).toMatchObject({ name: null, address: ['10.200.0.1/24'], port: 51_821, dns: null, problems: [] });
  expect(
    preview.peers.map(({ suggestions, is_certain }) => [
      suggestions.slice(0, 1).map((one) => [one.username, one.reason]),
      is_certain,
    ]),
  ).toEqual([
    [[['alovelace', 'username']], true],
    [[['alovelace', 'email']], true],
    [[['alovelace', 'name']], true],
    [[], false],
    [[], false],
  ]);
  expect(preview.peers[4]?.device).toEqual({ id: device.device.id, name: 'known', username: ada.username });
  expect(preview.notes[0]).toEqual({ line: 9, key: 'AllowedIPs', value: '192.168.0.0/24', note: 'network_ignored' });
  expect(preview.note_count).toBe(4);
  expect(JSON.stringify(preview)).not.toContain(keys.privateKey);

  const moved = await admin.call(previewLocationImport, { body: { config, address: '192.168.0.254/24' } });
  expect(moved.problems[0]).toMatchObject({ line: 9, problem: 'address_unusable', value: '192.168.0.0/24' });
  const wrong = await admin.call(previewLocationImport, { body: { config: `${config}x`.replaceAll('/24', '/99') } });
  expect(wrong).toMatchObject({ problem_count: 6 });
  expect(wrong.problems[0]).toEqual({
    line: 3,
    problem: 'invalid',
    key: 'Address',
    value: '10.200.0.1/99',
    other_line: null,
  });
  expect(await storedCounts(server)).toEqual(before);
});

test('adds imported devices with their addresses, as clients of the interface do after an import', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const peers = [
    { key: newKeys().publicKey, ips: '10.200.0.20, fd00:200::20' },
    { key: newKeys().publicKey, ips: '10.200.0.21' },
  ];
  const { network, devices } = await admin.call(importLocation, { body: bodyOf(newKeys(), peers) });
  const params = { id: String(network.id) };
  const before = (await server.events()).length;
  const mapped = devices.map((device, n) => ({ ...device, user_id: una.id, name: `device ${n}` }));
  expect(await admin.try(addImportedDevices, { params, body: { devices: mapped } })).toMatchObject({
    status: 201,
    body: {},
  });
  expect(await addressesIn(server, network.id)).toEqual({
    'device 0': ['10.200.0.20', 'fd00:200::20'],
    'device 1': ['10.200.0.21', 'fd00:200::2'],
  });
  const events = (await server.events()).slice(before).filter(({ type }) => type.startsWith('device.'));
  expect(events.map(({ type }) => type)).toEqual(['device.added', 'device.added']);
  const empty = await admin.send('POST', `/network/${network.id}/devices`, {
    body: '{"devices":[]}',
    headers: { 'content-type': 'application/json' },
  });
  expect([empty.status, await empty.text()]).toEqual([204, '']);
});

test('refuses imported devices with invalid keys, users or addresses, and adds none', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const location = await server.given.location({ address: '10.200.0.1/24' });
  const other = await server.given.location();
  const { configs } = await server.given.device(una, { name: 'present' });
  const taken = configs.find(({ network_id }) => network_id === location.id)?.address[0] ?? '';
  const params = { id: String(location.id) };
  const good = { user_id: una.id, name: 'new', wireguard_pubkey: newKeys().publicKey, wireguard_ips: ['10.200.0.9'] };
  const before = await storedCounts(server);
  const cases: [object, number, string][] = [
    [{ wireguard_pubkey: 'abc' }, 400, 'public_key_invalid'],
    [{ wireguard_pubkey: other.pubkey }, 400, 'public_key_of_location'],
    [{ user_id: 2_000_000_000 }, 400, 'user_not_found'],
    [{ name: 'present' }, 409, 'device_name_taken'],
    [{ wireguard_ips: [taken] }, 409, 'import_address_taken'],
    [{ wireguard_ips: ['10.200.0.1'] }, 400, 'import_address_unusable'],
    [{ wireguard_ips: ['10.200.0.9', '10.200.0.10'] }, 400, 'import_address_unusable'],
    [{ wireguard_ips: ['192.0.2.1'] }, 400, 'import_address_unusable'],
    [{ wireguard_ips: ['x'] }, 422, 'invalid_input'],
  ];
  for (const [change, status, code] of cases) {
    const fine = { ...good, name: 'fine', wireguard_pubkey: newKeys().publicKey, wireguard_ips: ['10.200.0.40'] };
    const answer = await admin.try(addImportedDevices, { params, body: { devices: [fine, { ...good, ...change }] } });
    expect([code, answer]).toMatchObject([code, { status, body: { code } }]);
  }
  expect(
    await admin.try(addImportedDevices, { params: { id: '2000000000' }, body: { devices: [good] } }),
  ).toMatchObject({ status: 404 });
  expect(await storedCounts(server)).toEqual(before);
});

test('imports thousands of peers, and leaves the answer of the location unchanged', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const peers = Array.from({ length: 2_500 }, (_, n) => ({
    key: newKeys().publicKey,
    ips: `10.200.${1 + (n >> 8)}.${n & 255}/32`,
    comment: `Client: peer ${n}`,
  }));
  const config = serverFile(newKeys(), { address: '10.200.0.1/16', peers });
  expect(config.split('\n').length).toBeGreaterThan(10_000);
  const devices = peers.map(({ key }, n) => ({ user_id: una.id, name: `peer ${n}`, wireguard_pubkey: key }));
  const { network, devices: left } = await admin.call(importLocation, {
    body: { ...bodyOf(newKeys()), config, devices },
  });
  expect(left).toEqual([]);
  const stored = await addressesIn(server, network.id);
  expect(Object.keys(stored)).toHaveLength(2_500);
  expect(stored['peer 2499']).toEqual([peers[2_499]?.ips.replace('/32', '')]);
  expect(await admin.call(getLocation, { params: { id: String(network.id) } })).toMatchObject({ name: 'Imported' });
});

test('requires a recent proof in a session, and the scope for devices of a token', async ({ server }) => {
  const root = await server.given.admin();
  const admin = await server.given.user({ groups: ['admin'] });
  const una = await server.given.user();
  const peers = [newKeys(), newKeys()].map(({ publicKey }, n) => ({ key: publicKey, ips: `10.200.0.${n + 9}` }));
  const deviceOf = ({ id }: { id: number }, n: number) => ({
    user_id: id,
    name: `imported ${n}`,
    wireguard_pubkey: peers[n]?.key ?? '',
  });
  await makeProofStale(server, admin);
  const imported = (devices: Body['devices']) =>
    admin.try(importLocation, { body: bodyOf(newKeys(), peers, { devices }) });
  const proofRequired = { status: 403, body: { code: 'proof_required' } };
  expect(await imported([deviceOf(una, 0)])).toMatchObject(proofRequired);
  const own = await imported([deviceOf(admin, 0)]);
  expect(own).toMatchObject({ status: 201 });
  const [location] = await root.call(listLocations, {});
  const params = { id: String(location?.id) };
  const rest = [{ ...deviceOf(una, 1), wireguard_ips: ['10.200.0.10'] }];
  expect(await admin.try(addImportedDevices, { params, body: { devices: rest } })).toMatchObject(proofRequired);

  const program = await givenProgram(server, root, { scopes: ['locations:write'] });
  const refused = { status: 403, body: { code: 'scope_missing', details: { scope: 'devices:write' } } };
  const body = bodyOf(newKeys(), peers.slice(1), { devices: [deviceOf(una, 1)] });
  expect(await program.try(importLocation, { body })).toMatchObject(refused);
});

test('imports the chosen interface of a backup', async ({ server }) => {
  const admin = await server.given.admin();
  const [first, second, peer] = [newKeys(), newKeys(), newKeys()];
  const tunnel = ({ privateKey }: KeyPair, n: number) =>
    `<item><name>tun_wg${n}</name><enabled>yes</enabled><listenport>5182${n}</listenport><privatekey>${privateKey}</privatekey>
<addresses><row><address>10.20${n}.0.1</address><mask>24</mask></row></addresses></item>\n`;
  const member = `<item><enabled>yes</enabled><tun>tun_wg1</tun><publickey>${peer.publicKey}</publickey>
<allowedips><row><address>10.201.0.2</address><mask>32</mask></row></allowedips></item>`;
  const config = `<pfsense><installedpackages><wireguard><tunnels>${tunnel(first, 0)}${tunnel(second, 1)}</tunnels>
<peers>${member}</peers></wireguard></installedpackages></pfsense>`;
  const { interfaces, problems } = await admin.call(previewLocationImport, { body: { config } });
  expect(problems).toMatchObject([{ problem: 'interface_not_chosen' }]);
  const body = { ...bodyOf(first), config };
  expect(await admin.try(importLocation, { body })).toMatchObject({
    ...{ status: 422, body: { details: { problem: 'interface_not_chosen' } } },
  });
  const { network, devices } = await admin.call(importLocation, {
    body: { ...body, interface_line: interfaces[1]?.line },
  });
  expect(network).toMatchObject({ pubkey: second.publicKey, port: 51_821, address: ['10.201.0.1/24'] });
  expect(devices).toMatchObject([{ wireguard_pubkey: peer.publicKey, wireguard_ips: ['10.201.0.2'] }]);
});

test('gives gateways the key of the file and the peers with their former addresses', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const [keys, peer] = [newKeys(), newKeys()];
  const { network } = await admin.call(importLocation, {
    body: bodyOf(keys, [{ key: peer.publicKey, ips: '10.200.0.9, fd00:200::9' }], {
      devices: [{ user_id: una.id, name: 'laptop', wireguard_pubkey: peer.publicKey }],
    }),
  });
  await using gateway = await server.connectGateway(network);
  await gateway.until(({ state }) => state?.peers.has(peer.publicKey) === true);
  expect(gateway.state?.peers.get(peer.publicKey)?.allowedIps).toEqual(['10.200.0.9/32', 'fd00:200::9/128']);
  expect(gateway.state?.interface).toEqual({
    privateKey: keys.privateKey,
    addresses: ['10.200.0.1/24', 'fd00:200::1/64'],
    listenPort: 51_821,
  });
});
