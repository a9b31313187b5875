import { generateKeyPairSync } from 'node:crypto';
import { Secret } from '@gatewarden/process/secret';
import { describe, expect, it } from 'vitest';
import { type DirectoryServer, respondWith, toContent } from '../../../test/directories/directory-server.ts';
import { startGoogle } from '../../../test/directories/google-server.ts';
import { startJumpcloud } from '../../../test/directories/jumpcloud-server.ts';
import { startMicrosoft } from '../../../test/directories/microsoft-server.ts';
import { startOkta } from '../../../test/directories/okta-server.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import type { CloudAccount, CloudScope } from '../../ports/cloud-directory.ts';
import { DirectoryFailure, type DirectoryGroup, type DirectoryUser } from '../../ports/directory.ts';
import { createCloudDirectories } from './cloud-directories.ts';
import { publishedHosts } from './hosts.ts';

interface Service {
  readonly server: DirectoryServer;
  readonly account: CloudAccount;
  readonly wrong: { readonly account: CloudAccount; readonly reason: string }[];
  /** Undefined if there are no tokens. */
  readonly expireToken?: () => void;
}

const otherJwk = JSON.stringify(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
);
const issuer = 'https://login.microsoftonline.com/tenant-1/v2.0';

const services = {
  async okta(count: number): Promise<Service> {
    const server = await startOkta(toContent(count));
    const { clientId, jwk, url, expireToken } = server;
    const account = { kind: 'okta', issuer: url, clientId, privateKey: new Secret(jwk) } as const;
    const wrong = [
      { account: { ...account, clientId: 'client-2' }, reason: 'okta_client' },
      { account: { ...account, privateKey: new Secret(otherJwk) }, reason: 'okta_client' },
      { account: { ...account, privateKey: new Secret('not a key') }, reason: 'okta_client' },
    ];
    return { server, account, wrong, expireToken };
  },
  async jumpcloud(count: number): Promise<Service> {
    const server = await startJumpcloud(toContent(count));
    const account = { kind: 'jumpcloud', apiKey: new Secret(server.apiKey) } as const;
    return { server, account, wrong: [{ account: { ...account, apiKey: new Secret('x') }, reason: 'jumpcloud_key' }] };
  },
  async microsoft(count: number): Promise<Service> {
    const server = await startMicrosoft(toContent(count));
    const { client, expireToken } = server;
    const account = {
      kind: 'microsoft',
      issuer,
      clientId: client.id,
      clientSecret: new Secret(client.secret),
    } as const;
    const wrong = [
      { account: { ...account, clientSecret: new Secret('x') }, reason: 'microsoft_secret' },
      { account: { ...account, clientId: 'app-2' }, reason: 'microsoft_tenant' },
      { account: { ...account, issuer: issuer.replace('tenant-1', 'tenant-2') }, reason: 'microsoft_tenant' },
      { account: { ...account, issuer: 'https://evil.example/tenant-1' }, reason: 'microsoft_tenant' },
    ];
    return { server, account, wrong, expireToken };
  },
  async google(count: number): Promise<Service> {
    const server = await startGoogle(toContent(count));
    const { keyFile, adminEmail, expireToken } = server;
    const account = { kind: 'google', key: new Secret(keyFile), serviceAccountEmail: undefined, adminEmail } as const;
    const wrong = [
      { account: { ...account, adminEmail: 'eve@example.org' }, reason: 'google_admin' },
      { account: { ...account, key: new Secret('{"private_key":"x"}') }, reason: 'google_key' },
      { account: { ...account, key: new Secret(keyFile.replace('sync@', 'other@')) }, reason: 'google_key' },
    ];
    return { server, account, wrong, expireToken };
  },
};

/** Calls of all services that list the members of a group. */
const memberCalls = /members|Members|groups\/[^/]+\/users/;
/** The kind of such a list at Google. */
const memberListKind = 'admin#directory#members';

const everything: CloudScope = { groupNames: [], readsGroups: true };

function connect({ server: { url }, account }: Service, waits: number[] = []) {
  const outbound = createOutbound({
    ...{ allow: ['127.0.0.1'], proxies: { forHttps: undefined, forHttp: undefined, except: [] } },
  });
  const hosts = {
    google: { token: `${url}/token`, api: url },
    microsoft: { login: url, graph: url },
    jumpcloud: url,
    okta: (address: string) => address,
  };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const directories = createCloudDirectories({ outbound, hosts, wait });
  return {
    test: (other = account) => directories.test(other),
    async read(scope = everything, signal = AbortSignal.timeout(60_000)) {
      const directory = directories.open(account, scope);
      const users: DirectoryUser[] = [];
      for await (const page of directory.readUsers(signal)) users.push(...page);
      const groups: DirectoryGroup[] = [];
      for await (const page of directory.readGroups(signal)) groups.push(...page);
      return { users, groups };
    },
  };
}

/** The reason of the failure; the message must contain no secret. */
async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DirectoryFailure)) throw error ?? new Error('it succeeded');
  return error.reason;
}

describe.each(Object.entries(services))('%s', (name, start) => {
  it('reads all people and groups with their members, page by page', async () => {
    const service = await start(250);
    await using server = service.server;
    server.content.people[3] = { id: 'id-3', name: 'person3', isActive: false };
    const { users, groups } = await connect(service).read();
    expect(users).toHaveLength(250);
    expect(users.filter(({ isActive }) => !isActive).map(({ externalId }) => externalId)).toEqual(['id-3']);
    const hasDomain = name === 'okta' || name === 'microsoft';
    expect(users[7]).toMatchObject({
      ...{ externalId: 'id-7', firstName: 'Given', lastName: 'Family', email: 'person7@example.org' },
      username: hasDomain ? 'person7@example.org' : 'person7',
    });
    expect(groups.map((group) => [group.name, group.memberIds.length])).toEqual([
      ['engineering', 125],
      ['office', 1],
    ]);
  });

  it('reads no members of groups that are not in scope', async () => {
    const service = await start(5);
    await using server = service.server;
    const { groups } = await connect(service).read({ groupNames: ['office'], readsGroups: true });
    expect(groups).toMatchObject([{ name: 'office', memberIds: ['id-1'] }]);
    expect(new Set(server.calls.filter((call) => memberCalls.test(call))).size).toBe(1);
    expect((await connect(service).read({ groupNames: [], readsGroups: false })).groups).toEqual([]);
  });

  it('waits as long as the service says, and gives up if that is too long', async () => {
    const service = await start(5);
    await using server = service.server;
    const waits: number[] = [];
    const limited = (seconds: string) => respondWith(429, {}, { 'retry-after': seconds });
    server.intercept(/users/, limited('7'), limited('3'));
    expect((await connect(service, waits).read()).users).toHaveLength(5);
    expect(waits).toEqual([7_000, 3_000]);
    server.intercept(/users/, limited('4000'));
    expect(await reasonOf(connect(service).read())).toBe('throttled');
  });

  it('fails if a page in the middle cannot be read, and repeats what may be an accident', async () => {
    const service = await start(250);
    await using server = service.server;
    const second = /users.*(after|skip|skiptoken|pageToken)=(99|100)/;
    const broken = respondWith(500, {});
    server.intercept(second, broken, (request) => request.destroy(), broken);
    expect((await connect(service).read()).users).toHaveLength(250);
    server.intercept(second, broken, broken, broken, broken);
    expect(await reasonOf(connect(service).read())).toBe('answer');
    server.intercept(second, respondWith(404, {}));
    expect(await reasonOf(connect(service).read())).toBe('answer');
  });

  it.each([
    ['garbage', (_: unknown, response: { end: (text: string) => unknown }) => response.end('<html>')],
    ['another shape', respondWith(200, { unexpected: true })],
    ['10 MB', respondWith(200, { value: 'x'.repeat(10_485_760) })],
    ['a redirect', respondWith(302, {}, { location: 'http://127.0.0.1:1/' })],
  ] as const)('does not accept %s as an answer', async (_what, answer) => {
    const service = await start(5);
    await using server = service.server;
    server.intercept(/users/, answer as never);
    expect(await reasonOf(connect(service).read())).toBe('answer');
  });

  it('says what to fix if the credentials are wrong, and tests them', async () => {
    const service = await start(5);
    await using _ = service.server;
    const { test } = connect(service);
    await test();
    for (const { account, reason } of service.wrong)
      expect([reason, await reasonOf(test(account))]).toEqual([reason, reason]);
  });

  it('ends a slow read when it is canceled', async () => {
    const service = await start(5);
    await using server = service.server;
    const canceled = new AbortController();
    server.intercept(/users/, () => canceled.abort(new Error('canceled')));
    await expect(connect(service).read(everything, canceled.signal)).rejects.toThrow('canceled');
  });

  it('gets another token when one has expired', async () => {
    const service = await start(250);
    await using server = service.server;
    const { expireToken = () => undefined } = service;
    server.intercept(/after=100|skiptoken=100|pageToken=100/, (_, response) => {
      expireToken();
      respondWith(401, {})(_, response as never);
    });
    expect((await connect(service).read()).users).toHaveLength(250);
  });
});

describe('okta', () => {
  it('says which permission is missing, and that DPoP is on', async () => {
    const service = await services.okta(5);
    await using server = service.server;
    const { test } = connect(service);
    const refuse = (error: string) => server.intercept(/token/, respondWith(400, { error }));
    refuse('invalid_dpop_proof');
    expect(await reasonOf(test())).toBe('okta_dpop');
    refuse('invalid_scope');
    expect(await reasonOf(test())).toBe('okta_permission');
    server.intercept(/groups/, respondWith(403, { errorCode: 'E0000006' }));
    expect(await reasonOf(test())).toBe('okta_permission');
  });

  it('sends the token only to the organization', async () => {
    const service = await services.okta(5);
    await using server = service.server;
    await using other = await startOkta(toContent(1));
    server.intercept(/users/, respondWith(200, [], { link: `<${other.url}/api/v1/users>; rel="next"` }));
    expect(await reasonOf(connect(service).read())).toBe('answer');
    expect(other.calls).toEqual([]);
    server.intercept(/users/, respondWith(200, [], { link: `<${server.url}/api/v1/users?limit=200>; rel="next"` }));
    const repeated = respondWith(200, [], { link: `<${server.url}/api/v1/users?limit=200>; rel="next"` });
    server.intercept(/users/, repeated, repeated);
    expect(await reasonOf(connect(service).read())).toBe('answer');
  });

  it('accepts the addresses of organizations only', () => {
    const { okta } = publishedHosts;
    expect(okta('https://company.okta.com/oauth2/default')).toBe('https://company.okta.com');
    for (const address of ['http://company.okta.com', 'https://okta.com.evil.example', 'https://evilokta.com', 'x'])
      expect([address, okta(address)]).toEqual([address, undefined]);
  });
});

it('jumpcloud: fails if entries were removed while it read', async () => {
  const service = await services.jumpcloud(250);
  await using server = service.server;
  server.intercept(/skip=99/, (_, response) => {
    const people = server.content.people.splice(0, 1) && server.content.people.slice(99, 199);
    respondWith(200, { results: people.map(({ id, name }) => ({ id, username: name })) })(_, response as never);
  });
  expect(await reasonOf(connect(service).read())).toBe('changed');
});

it('google: says that the delegation is missing or the API is off, and that everyone is a member', async () => {
  const server = await startGoogle(toContent(5));
  await using _ = server;
  const { keyFile, adminEmail } = server;
  const account = { kind: 'google', key: new Secret(keyFile), serviceAccountEmail: undefined, adminEmail } as const;
  const service = { server, account, wrong: [] };
  server.intercept(
    /groups\/g-1\/members/,
    respondWith(200, { kind: memberListKind, members: [{ id: 'C1', type: 'CUSTOMER' }] }),
  );
  expect((await connect(service).read()).groups[0]?.memberIds).toHaveLength(5);
  const limited = { error: { errors: [{ reason: 'userRateLimitExceeded' }] } };
  server.intercept(/users/, respondWith(403, limited));
  const waits: number[] = [];
  await connect(service, waits).test();
  expect(waits).toEqual([1_000]);
  server.intercept(/users/, respondWith(403, { error: { errors: [{ reason: 'accessNotConfigured' }] } }));
  expect(await reasonOf(connect(service).test())).toBe('google_api');
  server.setDelegated(false);
  expect(await reasonOf(connect(service).test())).toBe('google_delegation');
});

it('microsoft: says which permissions are missing', async () => {
  const service = await services.microsoft(5);
  await using server = service.server;
  server.intercept(/groups/, respondWith(403, { error: { code: 'Authorization_RequestDenied' } }));
  expect(await reasonOf(connect(service).test())).toBe('microsoft_permission');
});

it.each([
  ['an error', { error: { code: 503 } }],
  ['nothing', {}],
])('google: a page with %s is not the end of the list', async (_, body) => {
  const service = await services.google(250);
  await using server = service.server;
  server.intercept(/users.*pageToken=100/, respondWith(200, body));
  expect(await reasonOf(connect(service).read())).toBe('answer');
});

it.each([
  ['google', { kind: memberListKind, members: [{ id: 'id-1' }] }],
  ['google', { kind: memberListKind, members: [{ type: 'USER' }] }],
  ['google', { kind: memberListKind, members: [{ id: 'x'.repeat(257), type: 'USER' }] }],
  ['microsoft', { value: [{ id: 'id-1' }] }],
  ['jumpcloud', [{ to: { id: 'id-1' } }]],
  ['okta', [{ id: 'x'.repeat(257) }]],
] as const)('%s: refuses a member without an id or a type, or with an id over 256 characters', async (name, body) => {
  const service = await services[name](5);
  await using server = service.server;
  server.intercept(memberCalls, respondWith(200, body));
  expect(await reasonOf(connect(service).read())).toBe('answer');
});

it('jumpcloud: reads on after a page below the limit', async () => {
  const service = await services.jumpcloud(120);
  await using server = service.server;
  const show = ({ id, name }: { id: string; name: string }) => ({ id, username: name });
  server.intercept(/systemusers/, respondWith(200, { results: server.content.people.slice(0, 50).map(show) }));
  expect((await connect(service).read()).users).toHaveLength(120);
});

it('jumpcloud: fails if it returns fewer people than it counts', async () => {
  const service = await services.jumpcloud(5);
  await using server = service.server;
  const one = respondWith(200, { totalCount: 2, results: [{ id: 'id-0', username: 'a' }] });
  server.intercept(/systemusers/, one, one);
  expect(await reasonOf(connect(service).read())).toBe('changed');
});
