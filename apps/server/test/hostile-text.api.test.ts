import { signIn } from '@gatewarden/contract/auth';
import { addGroup, listGroups } from '@gatewarden/contract/groups';
import { listUsers, updateUser } from '@gatewarden/contract/users';
import { expect, it, onTestFinished } from 'vitest';
import { initOf, pathOf } from './calls/call-example.ts';
import { allCallsMilliseconds, digestDatabase, givenExamples, tablesContaining } from './calls/examples.ts';
import { mayRepeat, textFields } from './calls/wrong-values.ts';
import { startTestServer, test } from './harness.ts';
import { rawRequest } from './raw-request.ts';

/** Text that occurs in names or broke other products; it is stored unchanged. */
const unusual = [
  `O'Brien "Bob" \\ %s {{7*7}} \${x}`,
  `'; drop table "user"; --`,
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example")',
  'שלום \u200fgnp.exe',
  '👩‍👩‍👧‍👦 Zoë 한국어 Żółć',
  '𝔘'.repeat(64),
  'null',
  '__proto__',
  'constructor',
];
/** Text that the database cannot store. */
const unstorable = ['a\u0000b', '\ud800', 'a\udc00b'];

/** Returns the next `count` items each time, and begins again after the last: all for every field would take a minute. */
function createSample<Item>(items: readonly Item[]): (count: number) => Item[] {
  const turns = repeatForever(items);
  return (count) => Array.from({ length: count }, () => turns.next().value);
}

function* repeatForever<Item>(items: readonly Item[]): Generator<Item, never> {
  if (items.length === 0) throw new Error('there are no items to repeat');
  for (;;) yield* items;
}

test('stores unusual names unchanged', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  for (const name of unusual) {
    await admin.call(addGroup, { body: { name, members: [username] } });
    const names = { first_name: name, last_name: name };
    await admin.call(updateUser, { params: { username }, body: names });
    expect((await admin.call(listUsers, {})).find((user) => user.username === username)).toMatchObject(names);
  }
  const groups = (await admin.call(listGroups, {})).map((group) => group.name);
  expect(groups).toEqual(expect.arrayContaining(unusual));
});

test('refuses control characters in names and names the field', async ({ server }) => {
  const admin = await server.given.admin();
  for (const character of ['\n', '\r', '\t', '\u001b', '\u007f', '\u0000']) {
    const answer = await admin.try(addGroup, { body: { name: `a${character}b` } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input', field: 'name' } });
  }
});

test('refuses names that reorder the text around them, and names that show nothing', async ({ server }) => {
  const admin = await server.given.admin();
  for (const name of ['\u202eenohpi', 'a\u2067b', 'ad\u200bmin', 'a\u00adb', 'a\u2028b', 'a\u0085b', '\u3164 \u2060']) {
    const answer = await admin.try(addGroup, { body: { name } });
    expect([name, answer]).toMatchObject([name, { status: 422, body: { code: 'invalid_input', field: 'name' } }]);
  }
});

it(
  'answers no text in a body with a 5xx status, and refuses text that cannot be stored',
  async () => {
    await using server = await startTestServer();
    const examples = await givenExamples(server, ({ body }) => body);
    const faults: unknown[] = [];
    const before = await digestDatabase(server);
    for (const { endpoint, key, input, caller } of examples) {
      for (const field of endpoint.body ? textFields(endpoint) : []) {
        for (const text of unstorable) {
          const body = { ...input.body, [field]: text };
          const answer = await caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, { body }));
          const error = (await answer.json()) as { field?: string };
          if (answer.status !== 422 || error.field !== field) faults.push([key, field, text, answer.status, error]);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(await digestDatabase(server)).toEqual(before);
    const sample = createSample(unusual);
    for (const { endpoint, key, input, caller } of examples) {
      for (const field of endpoint.body ? textFields(endpoint) : []) {
        for (const text of sample(3)) {
          const body = { ...input.body, [field]: text };
          const { status } = await caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, { body }));
          if (status >= 500) faults.push([key, field, text, status]);
        }
      }
    }
    expect(faults).toEqual([]);
  },
  allCallsMilliseconds,
);

const traversal = [
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows%5cwin.ini',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '..%c0%af..%c0%afetc%c0%afpasswd',
  '%252e%252e%252fetc%252fpasswd',
  '....%2f%2f....%2f%2fetc%2fpasswd',
  '%00',
  'name%00.json',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  ';jsessionid=1',
  'a%0d%0aset-cookie:x=y',
  '*',
  "1'%20or%20'1'='1",
  '1%20union%20select%20password_hash%20from%20%22user%22',
  'x'.repeat(300),
  'x'.repeat(3000),
];
const notAnId = ['abc', '0', '-1', '1.5', '1e3', '0x10', '%201', '1%20', '99999999999999999999', 'NaN', '%D9%A3'];

it(
  'answers hostile paths with 400, 403 or 404, and an invalid id with 400',
  async () => {
    await using server = await startTestServer();
    const wrong: unknown[] = [];
    const examples = await givenExamples(server, (endpoint) => endpoint.params);
    const before = await digestDatabase(server);
    const sample = createSample(traversal);
    for (const { endpoint, key, input, caller } of examples) {
      for (const [name, value] of Object.entries(input.params ?? {})) {
        const isId = typeof value === 'number';
        for (const text of [...sample(7), ...(isId ? notAnId : [])]) {
          const path = pathOf(endpoint, { ...input, params: { ...input.params, [name]: 'PLACE' } }).replace(
            'PLACE',
            text,
          );
          const init = initOf(endpoint, input);
          const headers = { ...init.headers, cookie: caller.cookie ?? '', 'user-agent': 'test' };
          const { status } = await rawRequest(server.url, endpoint.method, `/api/v1${path}`, { ...init, headers });
          const expected = isId && notAnId.includes(text) ? [400] : [400, 403, 404];
          if (!expected.includes(status)) wrong.push([key, name, text, status]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await digestDatabase(server)).toEqual(before);
  },
  allCallsMilliseconds,
);

test('serves no file outside of the console, and logs no warning', async ({ server }) => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => void warnings.push(warning);
  process.on('warning', collect);
  onTestFinished(() => void process.off('warning', collect));
  for (const start of ['/', '/assets/', '/api/', '/api/v1/', '/api-docs/', '/api-docs/static/', '/svg/']) {
    for (const path of [...traversal, '../../../../../../etc/passwd', '//etc/passwd', '.env', '.git/config']) {
      const { status, body } = await rawRequest(server.url, 'GET', `${start}${path}`);
      expect([start, path, status]).toEqual([start, path, expect.toSatisfy((it: number) => it < 500)]);
      expect(body).not.toMatch(/root:|"name": "gatewarden"|\[core\]/);
    }
  }
  expect(warnings).toEqual([]);
});

test(
  'answers an invalid query with 400 and names the parameter',
  async ({ server }) => {
    const wrong: unknown[] = [];
    for (const { endpoint, key, input, caller } of await givenExamples(server, ({ query }) => query)) {
      for (const name of Object.keys(endpoint.query?.shape ?? {})) {
        const { [name]: _, ...others } = input.query ?? {};
        const path = pathOf(endpoint, { ...input, query: others });
        const repeated = mayRepeat(endpoint, name) ? `${name}=a%00b&${name}=2` : `${name}=1&${name}=2`;
        for (const query of [`${name}=a%00b`, repeated, `${name}=${'x'.repeat(5000)}`]) {
          const answer = await caller.send(endpoint.method, `${path}${path.includes('?') ? '&' : '?'}${query}`);
          const error = (await answer.json()) as { field?: string };
          const field = error.field?.split('.')[0];
          if (answer.status !== 400 || field !== name) wrong.push([key, query.slice(0, 40), answer.status, error]);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
  allCallsMilliseconds,
);

test('ignores unknown query parameters', async ({ server }) => {
  const admin = await server.given.admin();
  for (const query of ['__proto__[x]=1', 'constructor=1', 'sort=id;drop', 'a=%ff', '%00=1', '&&&==']) {
    expect([query, (await admin.send('GET', `/user?${query}`)).status]).toEqual([query, 200]);
  }
});

it(
  'neither stores nor logs a password or token, whether the call succeeds or fails',
  async () => {
    await using server = await startTestServer();
    const canary = 'Canary-7-bird';
    const secret = /password|token|secret/;
    const all = await givenExamples(server, (endpoint) => endpoint.method !== 'GET');
    for (const { endpoint, input, caller } of all) {
      const typed = Object.fromEntries(
        Object.entries(input.body ?? {}).map(([field, value]) => [field, secret.test(field) ? canary : value]),
      );
      const inits = [
        initOf(endpoint, { body: { ...typed, surplus_password: canary } }),
        initOf(endpoint, { body: { ...typed, username: canary, new_password: `${canary}x`.repeat(20) } }),
        { body: `{"password":"${canary}`, headers: { 'content-type': 'application/json' } },
        { body: `password=${canary}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      ];
      for (const init of inits) {
        const answer = await caller.send(endpoint.method, `${pathOf(endpoint, input)}?token=${canary}`, init);
        if (endpoint.path !== '/group/:name') expect(await answer.text()).not.toContain(canary);
      }
    }
    // users may type their password into the username field
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await server.stranger().try(signIn, { body: { username: canary, password: canary } });
    }
    expect(server.logged()).not.toContain(canary);
    expect(await tablesContaining(server, canary)).toEqual([]);
  },
  allCallsMilliseconds,
);
