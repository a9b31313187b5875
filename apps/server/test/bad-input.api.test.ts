import type { Endpoint } from '@gatewarden/contract/endpoint';
import { expect, it } from 'vitest';
import { isWrite } from '../src/platform/http/admission.ts';
import { type CallInput, initOf, pathOf } from './calls/call-example.ts';
import { calls } from './calls/calls.ts';
import { allCallsMilliseconds, digestDatabase, type Example, givenExamples } from './calls/examples.ts';
import { wrongBodies } from './calls/wrong-values.ts';
import { givenAccount } from './given/accounts.ts';
import { test as serverTest, startTestServer } from './harness.ts';
import { rawRequest } from './raw-request.ts';

const json = { 'content-type': 'application/json' };

/** With a working example of every call. For tests whose calls are all refused, so that nothing changes. */
const test = serverTest.extend<{ examples: readonly Example[] }>({
  examples: [async ({ server }, use) => use(await givenExamples(server)), { scope: 'file' }],
});

/** Megabytes for every call would take most of the time: every eighth call gets a body that is too large. */
const getsLargeBody = (index: number) => index % 8 === 0;

type RefusedBody = [
  what: string,
  status: number,
  init: (input: CallInput, endpoint: Endpoint) => { body?: string; headers?: Record<string, string> },
];

test(
  'refuses a body with one field of the wrong type, missing or too long, and names the field',
  async ({ server, examples }) => {
    const all = examples.filter(({ endpoint }) => endpoint.body);
    const before = await digestDatabase(server);
    const wrong: unknown[] = [];
    let tried = 0;
    for (const { endpoint, key, input, caller } of all) {
      for (const { field, what, body } of wrongBodies(endpoint, input.body ?? {})) {
        tried += 1;
        const answer = await caller.send(endpoint.method, pathOf(endpoint, input), {
          body: JSON.stringify(body),
          headers: json,
        });
        const error = (await answer.json()) as { code?: string; field?: string };
        if (answer.status !== 422 || error.code !== 'invalid_input' || error.field !== field)
          wrong.push([key, field, what, answer.status, error]);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(10 * all.length);
    expect(await digestDatabase(server)).toEqual(before);
  },
  allCallsMilliseconds,
);

test(
  'refuses a body that is not an object, not JSON or of another content type, and on a sample of calls one that is too large',
  async ({ server, examples }) => {
    const all = examples.filter(({ endpoint }) => endpoint.body);
    const before = await digestDatabase(server);
    const good = (input: CallInput) => JSON.stringify(input.body);
    const refused: RefusedBody[] = [
      ['a list', 422, () => ({ body: '[]', headers: json })],
      ['a text', 422, () => ({ body: '"text"', headers: json })],
      ['a number', 422, () => ({ body: '7', headers: json })],
      ['null', 422, () => ({ body: 'null', headers: json })],
      ['half of it', 400, (input) => ({ body: good(input).slice(0, -1), headers: json })],
      ['nothing', 400, () => ({ body: '', headers: json })],
      ['not UTF-8', 400, () => ({ body: Buffer.from([0x7b, 0xff, 0xfe]) as never, headers: json })],
      [
        'a prototype',
        400,
        (input) => ({ body: `{"__proto__":{"is_admin":true},${good(input).slice(1)}`, headers: json }),
      ],
      ['no content type', 415, (input) => ({ body: Buffer.from(good(input)) as never, headers: {} })],
      ['text/plain', 415, (input) => ({ body: good(input), headers: { 'content-type': 'text/plain' } })],
      ['a form', 415, () => ({ body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
      ['no body at all', 415, () => ({})],
    ];
    const tooLarge: RefusedBody = [
      'a megabyte too much',
      413,
      (_, { maxBodyBytes = 2 << 20 }) => ({ body: `"${'x'.repeat(maxBodyBytes + (1 << 20))}"`, headers: json }),
    ];
    const wrong: unknown[] = [];
    for (const [index, { endpoint, key, input, caller }] of all.entries()) {
      const isLarge = endpoint.maxBodyBytes !== undefined || getsLargeBody(index);
      for (const [what, status, init] of isLarge ? [...refused, tooLarge] : refused) {
        const answer = await caller.send(endpoint.method, pathOf(endpoint, input), init(input, endpoint));
        const error = (await answer.json()) as { msg?: string };
        if (answer.status !== status || !error.msg) wrong.push([key, what, answer.status, error]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await digestDatabase(server)).toEqual(before);
  },
  allCallsMilliseconds,
);

it(
  'ignores unknown keys in a body',
  async () => {
    await using server = await startTestServer();
    const all = await givenExamples(server, (endpoint) => endpoint.body);
    const extra = { surplus: 1, constructor: 'x', toString: null, hasOwnProperty: {}, is_superuser: true };
    const statuses: unknown[] = [];
    for (const { endpoint, key, input, caller } of all) {
      const init = initOf(endpoint, { body: { ...input.body, ...extra } });
      const { status } = await caller.send(endpoint.method, pathOf(endpoint, input), init);
      if (status !== (calls[key]?.status ?? endpoint.status ?? 200)) statuses.push([key, status]);
    }
    expect(statuses).toEqual([]);
  },
  allCallsMilliseconds,
);

it(
  'needs neither body nor content type for a call without input, and ignores a body that is sent',
  async () => {
    await using server = await startTestServer();
    const all = await givenExamples(server, (endpoint) => !endpoint.body && endpoint.method !== 'GET');
    const bodies = [
      {},
      { body: '{"half":', headers: json },
      { body: '', headers: json },
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ];
    const statuses: unknown[] = [];
    for (const [index, { endpoint, key, caller }] of all.entries()) {
      // one of these per call: each attempt needs a new example
      for (const init of [bodies[0], bodies[1 + (index % 3)]]) {
        const owner = await givenAccount(server);
        const input = (await calls[key]?.input?.(server, owner)) ?? {};
        const by = calls[key]?.access === 'admin' ? caller : owner;
        const { status } = await by.send(endpoint.method, pathOf(endpoint, input), init);
        if (status !== (calls[key]?.status ?? endpoint.status ?? 200)) statuses.push([key, init, status]);
      }
    }
    expect(statuses).toEqual([]);
  },
  allCallsMilliseconds,
);

test(
  'checks the caller before the body',
  async ({ server, examples }) => {
    const user = await givenAccount(server);
    const bad = [
      { body: '{"half":', headers: json },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { body: '{}', headers: json },
    ];
    const wrong: unknown[] = [];
    const large = { body: JSON.stringify({ filler: 'x'.repeat(3 << 20) }), headers: json };
    for (const [index, { endpoint, key, input }] of examples.entries()) {
      const access = calls[key]?.access;
      if (!endpoint.body || access === 'anonymous') continue;
      for (const [attempt, init] of (getsLargeBody(index) ? [...bad, large] : bad).entries()) {
        const stranger = await server.stranger().send(endpoint.method, pathOf(endpoint, input), init);
        if (stranger.status !== 401) wrong.push([key, attempt, stranger.status]);
        if (access !== 'admin' && access !== 'self') continue;
        const other = await user.send(endpoint.method, pathOf(endpoint, input), init);
        if (other.status !== 403) wrong.push([key, attempt, other.status]);
      }
    }
    expect(wrong).toEqual([]);
  },
  allCallsMilliseconds,
);

test(
  'requires a User-Agent on every call that changes data',
  async ({ server, examples }) => {
    const before = await digestDatabase(server);
    const wrong: unknown[] = [];
    for (const { endpoint, key, input, caller } of examples) {
      const init = initOf(endpoint, input);
      const headers = { ...init.headers, ...(caller.cookie ? { cookie: caller.cookie } : {}) };
      const path = `/api/v1${pathOf(endpoint, input)}`;
      const { status } = await rawRequest(server.url, endpoint.method, path, { ...init, headers });
      const works = calls[key]?.status ?? endpoint.status ?? 200;
      if (status !== (isWrite(endpoint) ? 400 : works)) wrong.push([key, status]);
    }
    expect(wrong).toEqual([]);
    expect(await digestDatabase(server)).toEqual(before);
  },
  allCallsMilliseconds,
);

test('refuses large anonymous bodies before they are parsed', async ({ server }) => {
  const deep = 400_000;
  const costly = [
    `${'['.repeat(deep)}${']'.repeat(deep)}`,
    `{"username":${'{"a":'.repeat(deep / 2)}1${'}'.repeat(deep / 2)},"password":"x"}`,
    `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
    JSON.stringify({ username: 'x', password: 'x'.repeat(1_500_000) }),
    `{"username":"x","password":${'9'.repeat(1_000_000)}}`,
    `{"username":"x","password":"${'\\u0041'.repeat(200_000)}"}`,
  ];
  for (const [index, body] of costly.entries()) {
    const { status } = await server.stranger().send('POST', '/auth', { body, headers: json });
    // a parsed body would be refused with 422
    expect([index, status]).toEqual([index, 413]);
  }
  expect((await server.stranger().send('GET', '/ready')).status).toBe(200);
});
