import { addApiToken } from '@gatewarden/contract/api-tokens';
import { getMe } from '@gatewarden/contract/auth';
import { deleteScimToken, listScimRequests, listScimTokens, rotateScimToken } from '@gatewarden/contract/scim';
import { expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { givenScimClient, type ScimClient, scimClient } from '../../../test/given/scim.ts';
import { startTestServer, test } from '../../../test/harness.ts';

const patch = (...Operations: object[]) => ({ Operations });
const search = (text: string, kind = 'Users') => `/${kind}?filter=${encodeURIComponent(text)}`;

async function givenUsers(client: ScimClient, count: number, prefix = uniqueName('many')): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await client.send('POST', '/Users', { userName: `${prefix}-${index}@example.com` });
    ids.push(body.id);
  }
  return ids;
}

test('accepts no other credential, and each secret of a token only as long as it is valid', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const made = await admin.call(addApiToken, { params: { username: admin.username }, body: { name: 'Script' } });
  const client = await givenScimClient(server, admin);
  const status = async (token: string) => (await scimClient(server, token).send('GET', '/Users?count=0')).status;
  const forged = `${client.token.slice(0, -1)}${client.token.endsWith('A') ? 'B' : 'A'}`;
  for (const token of ['', 'x', made.token, forged, `${client.token}A`]) expect(await status(token)).toBe(401);
  const stranger = await fetch(`${server.url}/scim/v2/Users`, { headers: { cookie: admin.cookie ?? '' } });
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);

  const params = { id: String(client.tokenId) };
  const rotated = await admin.call(rotateScimToken, { params, body: { overlap_hours: 2 } });
  expect(await Promise.all([status(client.token), status(rotated.token)])).toEqual([200, 200]);
  expect(await admin.call(listScimTokens, {})).toMatchObject([
    {
      name: client.tokenName,
      issued_by: admin.username,
      last_used_at: expect.any(String),
      previous_expires_at: expect.any(String),
    },
  ]);
  server.clock.advance({ hours: 2, seconds: 1 });
  expect(await Promise.all([status(client.token), status(rotated.token)])).toEqual([401, 200]);
  const again = await server.given.signedIn(admin.username);
  await again.call(deleteScimToken, { params });
  expect(await status(rotated.token)).toBe(401);
});

test('answers 429 to a flood of wrong tokens and accepts a valid one meanwhile', async () => {
  await using server = await startTestServer();
  const client = await givenScimClient(server, await server.given.admin());
  const attempts = Array.from({ length: 30 }, () => scimClient(server, 'gws_wrong').send('GET', '/Users'));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect([
    statuses.filter((status) => status === 401).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([20, 10]);
  expect(await client.send('GET', '/Users?count=0')).toMatchObject({ status: 200 });
});

test('answers what it cannot read with a SCIM error, and changes nothing', async ({ server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  const count = async () => (await client.send('GET', '/Users?count=0')).body.totalResults;
  const before = await count();
  const name = uniqueName('bad');
  const nested = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
  const user = (changes: object) => ({ userName: `${name}@example.com`, ...changes });
  const cases: readonly [status: number, scimType: string | undefined, ...request: Parameters<ScimClient['send']>][] = [
    [404, undefined, 'GET', ''],
    [404, undefined, 'GET', '/Unknown'],
    [404, undefined, 'POST', '/Bulk', {}],
    [404, undefined, 'GET', '/Me'],
    [404, undefined, 'GET', '/Users/1'],
    [404, undefined, 'GET', '/Groups/00000000-0000-0000-0000-000000000000'],
    [405, undefined, 'DELETE', '/Users'],
    [405, undefined, 'POST', '/Schemas'],
    [415, undefined, 'POST', '/Users', undefined, { text: 'a=b', headers: { 'content-type': 'text/plain' } }],
    [413, undefined, 'POST', '/Users', user({ displayName: 'x'.repeat(1_100_000) })],
    [400, 'invalidSyntax', 'POST', '/Users', undefined, { text: '{' }],
    [400, 'invalidSyntax', 'POST', '/Users', undefined, { text: nested }],
    [400, 'invalidSyntax', 'POST', '/Users', undefined, { text: '{"__proto__":{"isAdmin":true}}' }],
    [400, 'invalidSyntax', 'POST', '/Users', []],
    [400, 'invalidSyntax', 'POST', '/Users'],
    [400, 'invalidValue', 'POST', '/Users', {}],
    [400, 'invalidValue', 'POST', '/Users', { userName: '@example.com' }],
    [400, 'invalidValue', 'POST', '/Users', { userName: `${name}` }],
    [400, 'invalidValue', 'POST', '/Users', { userName: 'root', emails: ['r@example.com'] }],
    [400, 'invalidValue', 'POST', '/Users', user({ name: { givenName: 'a\u0000b' } })],
    [400, 'invalidValue', 'POST', '/Users', user({ name: { givenName: 'a\u202eb' } })],
    [400, 'invalidValue', 'POST', '/Users', user({ name: 'Eve' })],
    [400, 'invalidValue', 'POST', '/Users', user({ active: 'perhaps' })],
    [400, 'invalidValue', 'POST', '/Users', user({ emails: [{ value: 'no address' }] })],
    [400, 'tooMany', 'POST', '/Users', user({ emails: Array.from({ length: 101 }, () => 'a@example.com') })],
    [400, 'invalidValue', 'POST', '/Groups', { displayName: '..' }],
    [400, 'invalidValue', 'POST', '/Groups', { displayName: name, members: [{ value: 'x' }] }],
    [
      400,
      'invalidValue',
      'POST',
      '/Groups',
      { displayName: name, members: [{ value: '00000000-0000-0000-0000-000000000000' }] },
    ],
    [400, 'invalidFilter', 'GET', search('userName')],
    [400, 'invalidFilter', 'GET', search('active gt true')],
    [400, 'invalidFilter', 'GET', search('meta.created gt "yesterday"')],
    [400, 'invalidFilter', 'GET', search(`${'('.repeat(100)}a pr${')'.repeat(100)}`)],
    [400, 'invalidFilter', 'GET', search(`userName eq "${'x'.repeat(5_000)}"`)],
    [400, 'invalidValue', 'GET', '/Users?count=many'],
  ];
  for (const [status, scimType, ...request] of cases) {
    const reply = await client.send(...request);
    expect(reply, JSON.stringify(request).slice(0, 200)).toMatchObject({
      status,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        detail: expect.any(String),
      },
    });
    expect(reply.body.scimType, JSON.stringify(request).slice(0, 200)).toBe(scimType);
  }
  expect(await count()).toBe(before);
  expect(server.logged()).not.toContain('a SCIM request failed');
});

test('refuses a PATCH whose filters compare many items many times', async ({ server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  const [id] = await givenUsers(client, 1);
  const send = async (...operations: object[]) => {
    const { status, body } = await client.send('PATCH', `/Users/${id}`, patch(...operations));
    return [status, body.scimType];
  };
  const items = (from: number, count = 100) =>
    Array.from({ length: count }, (_, index) => ({ value: `${from + index}@example.com`, type: 'other' }));
  const add = (from: number, count?: number) => ({ op: 'add', path: 'emails', value: items(from, count) });
  const filter = (terms: number) => Array.from({ length: terms }, () => 'type eq "x"').join(' or ');
  const change = (terms: number) => ({ op: 'replace', path: `emails[${filter(terms)}].type`, value: 'home' });
  const repeat = (count: number, operation: object) => Array.from({ length: count }, () => operation);
  const many = Array.from({ length: 60 }, (_, index) => add(index * 100));
  expect(await send(...many, ...repeat(100, change(190)))).toEqual([400, 'tooMany']);
  expect(await send(...repeat(100, change(190)))).toEqual([400, 'invalidPath']);
  expect(await send(add(0, 99), add(99, 2))).toEqual([400, 'tooMany']);
  expect(await send(add(0), { op: 'add', path: 'emails[type eq "x"].value', value: 'x@example.com' })).toEqual([
    400,
    'tooMany',
  ]);
  const keys = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`emails[type eq "${index}"].type`, 'x']));
  expect(await send({ op: 'add', value: keys })).toEqual([400, 'tooMany']);
  expect(await send(add(0, 99), ...repeat(199, change(10)))).toEqual([200, undefined]);
});

test('describes itself completely', async ({ server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  expect((await client.send('GET', '/ServiceProviderConfig')).body).toMatchObject({
    ...{ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } },
    filter: { supported: true, maxResults: 200 },
  });
  const schemas = (await client.send('GET', '/Schemas')).body;
  expect(schemas.Resources.map(({ id }: { id: string }) => id)).toEqual([
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:core:2.0:Group',
  ]);
  for (const schema of schemas.Resources) {
    expect((await client.send('GET', `/Schemas/${schema.id}`)).body).toEqual(schema);
    for (const { name, type, mutability, returned } of schema.attributes) {
      expect([name, type, mutability, returned]).toEqual(Array.from({ length: 4 }, () => expect.any(String)));
    }
  }
  const types = (await client.send('GET', '/ResourceTypes')).body.Resources;
  expect(types).toMatchObject([{ endpoint: '/Users' }, { endpoint: '/Groups' }]);
  expect((await client.send('GET', '/ResourceTypes/User')).body).toEqual(types[0]);
});

test('refuses filters that would be expensive, and looks up no attribute that it does not have', async ({ server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  const repeated = (term: string, times: number) => Array.from({ length: times }, () => term).join(' and ');
  for (const [term, kind] of [
    ['groups pr', 'Users'],
    ['members[value pr]', 'Groups'],
  ] as const) {
    expect((await client.send('GET', search(repeated(term, 20), kind))).status).toBe(200);
    const refused = await client.send('GET', search(repeated(term, 21), kind));
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
  }
  expect(await client.send('GET', search('constructor[a pr]'))).toMatchObject({
    status: 200,
    body: { totalResults: 0 },
  });
});

test('filters, sorts, pages and projects', async ({ server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  const prefix = uniqueName('page');
  const ids = await givenUsers(client, 5, prefix);
  await client.send(
    'PATCH',
    `/Users/${ids[2]}`,
    patch({ op: 'add', value: { active: false, externalId: `Ext-${prefix}` } }),
  );
  await client.send('POST', '/Groups', { displayName: prefix, members: [{ value: ids[0] }, { value: ids[3] }] });
  const mine = `userName sw "${prefix.toUpperCase()}"`;
  const matches = async (filter: string) => {
    const { status, body } = await client.send('GET', search(filter));
    expect(status, filter).toBe(200);
    return body.Resources.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  expect(await matches(mine)).toEqual([0, 1, 2, 3, 4]);
  expect(await matches(`${mine} and active eq "false"`)).toEqual([2]);
  expect(await matches(`${mine} and not (active eq true)`)).toEqual([2]);
  expect(await matches(`externalId eq "ext-${prefix}"`)).toEqual([]);
  expect(await matches(`externalId eq "Ext-${prefix}"`)).toEqual([2]);
  expect(await matches(`${mine} and externalId pr`)).toEqual([2]);
  expect(await matches(`${mine} and not (externalId eq "x")`)).toEqual([0, 1, 2, 3, 4]);
  expect(await matches(`${mine} and externalId ne "Ext-${prefix}"`)).toEqual([0, 1, 3, 4]);
  expect(await matches(`${mine} and groups.display eq "${prefix}"`)).toEqual([0, 3]);
  expect(await matches(`${mine} and groups[display co "${prefix}" and value pr]`)).toEqual([0, 3]);
  expect(await matches(`${mine} and (emails.value ew "-1@example.com" or id eq "${ids[4]}")`)).toEqual([1, 4]);
  expect(await matches(`${mine} and meta.created gt "2020-01-01T00:00:00Z"`)).toEqual([0, 1, 2, 3, 4]);
  expect(await matches(`${mine} and phoneNumbers pr`)).toEqual([]);
  expect(await matches(`${mine} and (title pr or constructor eq "x" or emails[nothing eq "x"])`)).toEqual([]);
  expect(await matches(`${mine} and title ne "x"`)).toEqual([0, 1, 2, 3, 4]);
  expect(await matches(`userName eq "' or true --"`)).toEqual([]);
  const page = await client.send('GET', `${search(mine)}&sortBy=userName&sortOrder=descending&startIndex=2&count=2`);
  expect(page.body).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
  expect(page.body.Resources.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([3, 2]);
  expect(
    (await client.send('GET', `${search(mine)}&sortBy=password_hash);--&count=500&startIndex=-3`)).body,
  ).toMatchObject({ itemsPerPage: 5, startIndex: 1 });
  for (const sortBy of [
    'groups.value',
    'groups',
    'emails',
    'constructor',
    'meta.created',
    'members.value',
    'displayName',
  ]) {
    for (const kind of ['Users', 'Groups'])
      expect((await client.send('GET', `/${kind}?sortBy=${sortBy}`)).status, sortBy).toBe(200);
  }
  const chosen = await client.send('GET', `/Users/${ids[0]}?attributes=userName,emails.value,nothing`);
  expect(Object.keys(chosen.body).toSorted()).toEqual(['emails', 'id', 'schemas', 'userName']);
  expect(chosen.body.emails).toEqual([{ value: `${prefix}-0@example.com` }]);
  const excluded = await client.send('GET', `/Users/${ids[0]}?excludedAttributes=groups,emails.type`);
  expect(excluded.body).toMatchObject({ emails: [{ value: `${prefix}-0@example.com`, primary: true }] });
  expect(excluded.body).not.toHaveProperty('groups');
});

test('applies a change only to the version that the client knows', async ({ server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  const [id] = await givenUsers(client, 1);
  const first = await client.send('GET', `/Users/${id}`);
  const tag = first.headers.get('etag') ?? '';
  expect(first.body.meta.version).toBe(tag);
  expect((await client.send('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': tag } })).status).toBe(304);
  const change = patch({ op: 'replace', path: 'displayName', value: 'New' });
  const ifMatch = { headers: { 'if-match': tag } };
  const changed = await client.send('PATCH', `/Users/${id}`, change, ifMatch);
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  for (const [method, body] of [
    ['PATCH', change],
    ['PUT', first.body],
    ['DELETE', undefined],
  ] as const)
    expect((await client.send(method, `/Users/${id}`, body, ifMatch)).status).toBe(412);
});

test('loses no member if a group is changed at the same time, and ends no other access', async ({
  server,
  replica,
}) => {
  const admin = await server.given.admin();
  const client = await givenScimClient(server, admin);
  const other = scimClient(replica, client.token);
  const ids = await givenUsers(client, 12);
  const { body: group } = await client.send('POST', '/Groups', { displayName: uniqueName('race-') });
  const add = (value: string | undefined) => patch({ op: 'add', path: 'members', value: [{ value }] });
  const replies = await Promise.all(
    ids.map((id, index) => (index % 2 === 0 ? client : other).send('PATCH', `/Groups/${group.id}`, add(id))),
  );
  expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 204));
  const { body } = await client.send('GET', `/Groups/${group.id}`);
  expect(body.members.map(({ value }: { value: string }) => value).toSorted()).toEqual(ids.toSorted());
  expect((await admin.try(getMe, {})).status).toBe(200);
});

test('commits no change once the token is deleted', async ({ server }) => {
  const admin = await server.given.admin();
  const client = await givenScimClient(server, admin);
  const name = uniqueName('late');
  await using blocker = await server.database.transaction();
  // of administrators, which each change over SCIM takes first
  await blocker.query('select pg_advisory_xact_lock(7203114502)');
  const change = client.send('POST', '/Groups', { displayName: name });
  await server.database.untilBlocked(change);
  await admin.call(deleteScimToken, { params: { id: String(client.tokenId) } });
  await blocker.commit();
  expect((await change).status).toBe(401);
  expect(await server.database.query('select from "group" where name = $1', [name])).toEqual([]);
});

test('lists requests that changed something or failed, with the reason', async ({ server }) => {
  const admin = await server.given.admin();
  const client = await givenScimClient(server, admin);
  const name = uniqueName('seen');
  const { body: user } = await client.send('POST', '/Users', { userName: `${name}@example.com` });
  await client.send('GET', `/Users/${user.id}`);
  await client.send('POST', '/Users', { userName: `${name}@example.com` });
  await client.send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'id', value: '1' }));
  const { requests } = await admin.call(listScimRequests, {});
  expect(requests.filter(({ token_name }) => token_name === client.tokenName)).toMatchObject([
    { method: 'PATCH', resource: `${name}@example.com`, status: 400, detail: 'id cannot be changed' },
    {
      method: 'POST',
      resource_type: 'User',
      resource: `${name}@example.com`,
      status: 409,
      detail: 'Another account has this userName',
    },
    { method: 'POST', resource_type: 'User', resource: `${name}@example.com`, status: 201, detail: null },
  ]);
});
