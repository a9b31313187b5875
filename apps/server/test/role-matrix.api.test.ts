import type { Access, Endpoint, ErrorBody } from '@gatewarden/contract/endpoint';
import { getNetworkDevice } from '@gatewarden/contract/network-devices';
import { type Scope, scopeOf, scopes } from '@gatewarden/contract/scopes';
import { expect, it } from 'vitest';
import type { Caller } from './caller.ts';
import { type CallInput, type CallRow, initOf, keyOf, pathOf } from './calls/call-example.ts';
import { calls } from './calls/calls.ts';
import { allCallsMilliseconds } from './calls/examples.ts';
import { givenAccount } from './given/accounts.ts';
import { givenProgram } from './given/api-tokens.ts';
import type { Person } from './given/given.ts';
import { newKeys, removeNetwork } from './given/network.ts';
import { startTestServer, type TestServer, test } from './harness.ts';

const roles = [
  'anonymous',
  'pending second factor',
  'disabled user',
  'API token',
  'user',
  'other user',
  'administrator',
] as const;
type Role = (typeof roles)[number];
type Outcome = 'allowed' | 'not signed in' | 'forbidden';

/** The outcome for each role, by the access of a call. */
const expectedOf: Record<Access, Record<Role, Outcome>> = {
  anonymous: allRoles('allowed'),
  pending: { ...allRoles('allowed'), ...signedOutRoles() },
  user: { ...allRoles('allowed'), ...signedOutRoles(), 'pending second factor': 'not signed in' },
  self: {
    ...allRoles('allowed'),
    ...signedOutRoles(),
    'pending second factor': 'not signed in',
    'other user': 'forbidden',
  },
  admin: {
    ...allRoles('forbidden'),
    ...signedOutRoles(),
    'pending second factor': 'not signed in',
    administrator: 'allowed',
  },
};

function allRoles(outcome: Outcome): Record<Role, Outcome> {
  return Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>;
}

function signedOutRoles() {
  return { anonymous: 'not signed in', 'disabled user': 'not signed in' } as const;
}

/** An API token can neither sign in nor change the protection of an account. */
function requiresSession({ access, area, requiresReauthentication }: Endpoint): boolean {
  return access !== 'anonymous' && (access === 'pending' || area === 'sign-in' || requiresReauthentication === true);
}

async function callerAs(role: Role, server: TestServer, owner: Person): Promise<Caller> {
  switch (role) {
    case 'anonymous':
      return server.stranger();
    case 'pending second factor':
      return givenAccount(server, { session: 'password', isAdmin: true });
    case 'disabled user':
      // the session still exists, as if revoking it had failed
      return givenAccount(server, { isActive: false, isAdmin: true });
    case 'API token':
      return givenProgram(server, owner);
    case 'user':
      return owner;
    case 'other user':
      return givenAccount(server);
    case 'administrator':
      return givenAccount(server, { isAdmin: true });
  }
}

interface Subject {
  readonly owner: Person;
  readonly input: CallInput;
}

async function givenSubject(server: TestServer, row: CallRow): Promise<Subject> {
  const owner = await givenAccount(server);
  return { owner, input: (await row.input?.(server, owner)) ?? {} };
}

async function outcomeOf(
  server: TestServer,
  endpoint: Endpoint,
  role: Role,
  { owner, input }: Subject,
): Promise<Outcome> {
  const caller = await callerAs(role, server, owner);
  const answer = await caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, input));
  const code = await errorCodeOf(answer);
  if (code === 'unauthenticated') return 'not signed in';
  // a code of another user's authenticator app is a wrong code, which the interface reference answers with 404
  const isHidden = answer.status === 404 && role === 'other user' && code !== 'code_wrong';
  return answer.status === 403 || isHidden ? 'forbidden' : 'allowed';
}

/** The error code: a 401 can also concern a password or a code in the body. */
async function errorCodeOf(answer: Response): Promise<string | undefined> {
  if (answer.status !== 401 && answer.status !== 404) return void (await answer.body?.cancel());
  const { code } = (await answer.json()) as { code?: string };
  return code;
}

/** The body has exactly the fields of the contract: an additional field could expose confidential data. */
async function expectDocumented(endpoint: Endpoint, answer: Response): Promise<void> {
  if (endpoint.answer?.kind === 'stream' || answer.status !== (endpoint.status ?? 200))
    return void (await answer.body?.cancel());
  const body: unknown = endpoint.answer ? await answer.text() : await answer.json();
  expect([keyOf(endpoint), endpoint.response.safeParse(body).data]).toEqual([keyOf(endpoint), body]);
}

test('has a row for every call, with the access from the interface reference', async ({ server }) => {
  const declared = server.endpoints.map((endpoint) => [keyOf(endpoint), endpoint.access]);
  const expected = Object.entries(calls).map(([key, { access }]) => [key, access]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  expect(new Set(declared.map(([key]) => key)).size).toBe(declared.length);
});

it(
  'allows each role exactly the calls that are declared for it',
  async () => {
    await using server = await startTestServer();
    await server.given.admin();
    const expected: Record<string, Record<Role, Outcome>> = {};
    const actual: Record<string, Record<Role, Outcome>> = {};
    for (const endpoint of server.endpoints) {
      const key = keyOf(endpoint);
      const row = calls[key];
      if (!row) continue;
      await removeNetwork(server);
      expected[key] = {
        ...expectedOf[row.access],
        ...(row.owned ? { 'other user': 'forbidden' } : {}),
        ...(requiresSession(endpoint) ? { 'API token': 'forbidden' } : {}),
      };
      const outcomes: Partial<Record<Role, Outcome>> = {};
      const subject = await givenSubject(server, row);
      for (const role of roles) {
        // a role that may change the subject gets a separate one, because the next role needs it unchanged
        const changes = endpoint.method !== 'GET' && expected[key]?.[role] === 'allowed';
        outcomes[role] = await outcomeOf(server, endpoint, role, changes ? await givenSubject(server, row) : subject);
      }
      actual[key] = outcomes as Record<Role, Outcome>;
    }
    expect(actual).toEqual(expected);
  },
  allCallsMilliseconds,
);

/** The parameters of a call about one device: the device and the location, if the call names one. */
function paramsOfDevice({ path }: Endpoint, device: { id: number; location: { id: number } }): CallInput['params'] {
  if (path === '/network/:networkId/device/:deviceId/config')
    return { networkId: device.location.id, deviceId: device.id };
  return /^\/device\/(network\/(start_cli\/)?)?:id(\/|$)/.test(path) ? { id: device.id } : undefined;
}

test('refuses the owner of a network device who is no administrator all calls about it, also with an API token', async ({
  server,
}) => {
  const device = await server.given.networkDevice();
  const owner = await givenAccount(server);
  await server.database.query('update device set user_id = $1 where id = $2', [owner.id, device.id]);
  const program = await givenProgram(server, owner);
  const admin = await givenAccount(server, { isAdmin: true });
  const rows = server.endpoints.flatMap((endpoint) => {
    const params = paramsOfDevice(endpoint, device);
    const key = keyOf(endpoint);
    // the session removed no device
    return params && key !== 'POST /device/:id/restore' ? [{ endpoint, key, params }] : [];
  });
  expect(rows.map(({ key }) => key).toSorted()).toEqual([
    'DELETE /device/:id',
    'DELETE /device/network/:id',
    'GET /device/:id',
    'GET /device/network/:id',
    'GET /device/network/:id/config',
    'GET /network/:networkId/device/:deviceId/config',
    'POST /device/:id/switch_on',
    'POST /device/network/start_cli/:id',
    'PUT /device/:id',
    'PUT /device/network/:id',
  ]);
  const body = { name: 'mine', wireguard_pubkey: newKeys().publicKey, assigned_ips: [] };
  for (const { endpoint, key, params } of rows) {
    for (const caller of [owner, program]) {
      const answer = await caller.send(endpoint.method, pathOf(endpoint, { params }), initOf(endpoint, { body }));
      expect([key, [403, 404].includes(answer.status)]).toEqual([key, true]);
      await answer.body?.cancel();
    }
  }
  const stored = await admin.call(getNetworkDevice, { params: { id: String(device.id) } });
  expect(stored).toEqual({ ...device, added_by: owner.username });
});

test('has an area for every call, and a scope for each call that a token can make', async ({ server }) => {
  const opened = server.endpoints.filter((endpoint) => endpoint.access !== 'anonymous' && !requiresSession(endpoint));
  const needed = opened.filter(({ area }) => area !== 'basics').map((endpoint) => scopeOf(endpoint));
  // every scope is used, and none is missing
  expect(new Set(needed)).toEqual(new Set(scopes.filter((scope) => scope.includes(':'))));
});

it(
  'allows a token the calls of its scope, and names the missing scope otherwise',
  async () => {
    await using server = await startTestServer();
    await server.given.admin();
    const admin = await givenAccount(server, { isAdmin: true });
    const wrong: unknown[] = [];
    for (const endpoint of server.endpoints) {
      const [key, needed] = [keyOf(endpoint), scopeOf(endpoint)];
      const row = calls[key];
      if (!row || !needed || endpoint.access === 'anonymous' || requiresSession(endpoint)) continue;
      await removeNetwork(server);
      // their number per user is limited
      await server.database.query('delete from api_token');
      const { owner, input } = await givenSubject(server, row);
      const person = row.access === 'admin' ? admin : owner;
      const scopeSets = { others: scopes.filter((scope) => !coversScope(scope, needed)), needed: [needed as Scope] };
      const answers: unknown[] = [];
      for (const granted of [scopeSets.others, scopeSets.needed]) {
        const program = await givenProgram(server, person, { scopes: granted });
        const answer = await program.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, input));
        const refused = answer.status === 403 ? ((await answer.json()) as ErrorBody) : await answer.body?.cancel();
        answers.push([answer.status, refused?.code, refused?.details?.['scope']]);
      }
      const works = [row.status ?? endpoint.status ?? 200, undefined, undefined];
      const expected = [[403, 'scope_missing', needed], works];
      if (JSON.stringify(answers) !== JSON.stringify(expected)) wrong.push([key, answers]);
    }
    expect(wrong).toEqual([]);
  },
  allCallsMilliseconds,
);

/** Whether the scope alone covers the needed one. */
function coversScope(scope: Scope, needed: string): boolean {
  const [area, right] = needed.split(':');
  return [needed, 'write', `${area}:write`, ...(right === 'read' ? ['read'] : [])].includes(scope);
}

it(
  'answers every example with exactly the fields of the contract, and stores an event of every change',
  async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    for (const endpoint of server.endpoints) {
      const key = keyOf(endpoint);
      const row = calls[key];
      if (!row) continue;
      await removeNetwork(server);
      const owner = await givenAccount(server);
      const input = (await row.input?.(server, owner)) ?? {};
      const before = (await server.events()).length;
      const caller = row.access === 'admin' ? admin : row.access === 'anonymous' ? server.stranger() : owner;
      const answer = await caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, input));
      const leavesEvent = (await server.events()).length > before;
      expect([key, answer.status, leavesEvent]).toEqual([
        key,
        row.status ?? endpoint.status ?? 200,
        endpoint.method === 'GET' ? row.isReadLogged === true : row.leavesNoEvent === undefined,
      ]);
      await expectDocumented(endpoint, answer);
    }
  },
  allCallsMilliseconds,
);
