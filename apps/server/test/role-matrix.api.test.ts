import type { Access, Endpoint } from '@gatewarden/contract/endpoint';
import { expect, it } from 'vitest';
import { type Caller, createCaller } from './caller.ts';
import { type CallInput, type CallRow, initOf, keyOf, pathOf } from './calls/call-example.ts';
import { calls } from './calls/calls.ts';
import { walkMilliseconds } from './calls/examples.ts';
import { givenAccount } from './given/accounts.ts';
import type { Person } from './given/given.ts';
import { startTestServer, type TestServer } from './harness.ts';

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

/** Those who have no complete sign-in, and what opens up to them. */
const expectedOf: Record<Access, Record<Role, Outcome>> = {
  anonymous: everybody('allowed'),
  pending: { ...everybody('allowed'), ...outsiders() },
  user: { ...everybody('allowed'), ...outsiders(), 'pending second factor': 'not signed in' },
  self: {
    ...everybody('allowed'),
    ...outsiders(),
    'pending second factor': 'not signed in',
    'other user': 'forbidden',
  },
  admin: {
    ...everybody('forbidden'),
    ...outsiders(),
    'pending second factor': 'not signed in',
    administrator: 'allowed',
  },
};

function everybody(outcome: Outcome): Record<Role, Outcome> {
  return Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>;
}

function outsiders() {
  return { anonymous: 'not signed in', 'disabled user': 'not signed in', 'API token': 'not signed in' } as const;
}

async function callerAs(role: Role, server: TestServer, owner: Person): Promise<Caller> {
  switch (role) {
    case 'anonymous':
      return server.stranger();
    case 'pending second factor':
      return givenAccount(server, { session: 'password', isAdmin: true });
    case 'disabled user':
      // the session is still there, as if ending it had failed
      return givenAccount(server, { isActive: false, isAdmin: true });
    case 'API token':
      return withBearer(server, owner);
    case 'user':
      return owner;
    case 'other user':
      return givenAccount(server);
    case 'administrator':
      return givenAccount(server, { isAdmin: true });
  }
}

/** Sends as bearer token what is good as a cookie: there are no API tokens yet, and a session must not become one. */
function withBearer({ url }: TestServer, { cookie = '' }: Person): Caller {
  const caller = createCaller(url);
  const authorization = `Bearer ${cookie.split('=')[1]}`;
  return {
    ...caller,
    send: (method, path, init) => caller.send(method, path, { ...init, headers: { ...init?.headers, authorization } }),
  };
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
  const code = await refusalOf(answer);
  if (code === 'unauthenticated') return 'not signed in';
  // the code of another's authenticator app is a wrong one, which the interface reference answers so
  const isHidden = answer.status === 404 && role === 'other user' && code !== 'code_wrong';
  return answer.status === 403 || isHidden ? 'forbidden' : 'allowed';
}

/** Not every 401 is about the session: some are about a password or a code in the body. */
async function refusalOf(answer: Response): Promise<string | undefined> {
  if (answer.status !== 401 && answer.status !== 404) return void (await answer.body?.cancel());
  const { code } = (await answer.json()) as { code?: string };
  return code;
}

/** The body is what the contract says and nothing besides: a field too many may be one that nobody should see. */
async function expectDocumented(endpoint: Endpoint, answer: Response): Promise<void> {
  if (endpoint.stream || answer.status !== (endpoint.status ?? 200)) return void (await answer.body?.cancel());
  const body: unknown = endpoint.text || endpoint.download ? await answer.text() : await answer.json();
  expect([keyOf(endpoint), endpoint.response.safeParse(body).data]).toEqual([keyOf(endpoint), body]);
}

it('has a row for every call, with the access that the interface reference gives it', async () => {
  await using server = await startTestServer();
  const declared = server.endpoints.map((endpoint) => [keyOf(endpoint), endpoint.access]);
  const expected = Object.entries(calls).map(([key, { access }]) => [key, access]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  expect(new Set(declared.map(([key]) => key)).size).toBe(declared.length);
});

it(
  'lets each role make exactly the calls that are declared for it',
  async () => {
    await using server = await startTestServer();
    await server.given.admin();
    const expected: Record<string, Record<Role, Outcome>> = {};
    const actual: Record<string, Record<Role, Outcome>> = {};
    for (const endpoint of server.endpoints) {
      const key = keyOf(endpoint);
      const row = calls[key];
      if (!row) continue;
      expected[key] = { ...expectedOf[row.access], ...(row.owned ? { 'other user': 'forbidden' } : {}) };
      const outcomes: Partial<Record<Role, Outcome>> = {};
      const subject = await givenSubject(server, row);
      for (const role of roles) {
        // whoever may make a change makes it on a subject of their own, for the next one needs it as it was
        const changes = endpoint.method !== 'GET' && expected[key]?.[role] === 'allowed';
        outcomes[role] = await outcomeOf(server, endpoint, role, changes ? await givenSubject(server, row) : subject);
      }
      actual[key] = outcomes as Record<Role, Outcome>;
    }
    expect(actual).toEqual(expected);
  },
  walkMilliseconds,
);

it(
  'answers every example in the shape of the contract, no field more, and keeps an event of every change',
  async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    for (const endpoint of server.endpoints) {
      const key = keyOf(endpoint);
      const row = calls[key];
      if (!row) continue;
      const owner = await givenAccount(server);
      const input = (await row.input?.(server, owner)) ?? {};
      const before = (await server.events()).length;
      const caller = row.access === 'admin' ? admin : row.access === 'anonymous' ? server.stranger() : owner;
      const answer = await caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, input));
      const leaves = (await server.events()).length > before;
      expect([key, answer.status, leaves]).toEqual([
        key,
        row.status ?? endpoint.status ?? 200,
        endpoint.method !== 'GET' && row.leavesNoEvent === undefined,
      ]);
      await expectDocumented(endpoint, answer);
    }
  },
  walkMilliseconds,
);
