import { describe, expect } from 'vitest';
import { givenProvider, json, localProviders, openConsole } from '../../../test/given/openid.ts';
import { testWith } from '../../../test/harness.ts';
import {
  type HostileProvider,
  startHostileProvider,
  type TokenParts,
} from '../../../test/openid-provider/hostile-provider.ts';

const test = testWith(localProviders).extend<{ idp: HostileProvider; provider: string }>({
  idp: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
    async ({}, use) => {
      await using idp = await startHostileProvider();
      await use(idp);
    },
    { scope: 'file' },
  ],
  provider: [async ({ server, idp }, use) => use((await givenProvider(server, idp)).name), { scope: 'file' }],
});

let count = 0;
test.beforeEach(({ idp }) => {
  count += 1;
  const email = `person${count}@example.com`;
  idp.account = { sub: `person-${count}`, email, email_verified: true, given_name: 'Pia', family_name: 'Person' };
  idp.userinfo = {};
  idp.change = () => undefined;
  idp.metadata = {};
  idp.routes.clear();
});

type Change = (parts: TokenParts, idp: HostileProvider) => unknown;
const seconds = () => Math.floor(Date.now() / 1000);
const claim = (name: string, value?: unknown): [string, Change] => [
  `${name} ${value === undefined ? 'removed' : JSON.stringify(value)}`,
  ({ claims }) => {
    if (value === undefined) delete claims[name];
    else claims[name] = value;
  },
];
const header = (name: string, value?: unknown): [string, Change] => [
  `header ${name} ${value === undefined ? 'removed' : JSON.stringify(value)}`,
  (parts) => {
    if (value === undefined) delete parts.header[name];
    else parts.header[name] = value;
  },
];

const refusedTokens: readonly [string, Change][] = [
  claim('iss'),
  claim('iss', 'https://evil.example'),
  claim('iss', ''),
  ['iss with a slash', ({ claims }) => Object.assign(claims, { iss: `${claims['iss']}/` })],
  claim('aud'),
  claim('aud', 'another-client'),
  claim('aud', []),
  claim('aud', ['another-client']),
  ['aud of several without azp', ({ claims }) => Object.assign(claims, { aud: ['gatewarden', 'another-client'] })],
  [
    'aud of several with another azp',
    ({ claims }) => Object.assign(claims, { aud: ['gatewarden', 'another-client'], azp: 'another-client' }),
  ],
  claim('azp', 'another-client'),
  claim('azp', ['gatewarden']),
  claim('nonce'),
  claim('nonce', ''),
  claim('nonce', 'another'),
  claim('exp'),
  claim('exp', '2100-01-01'),
  ['exp in the past', ({ claims }) => Object.assign(claims, { exp: seconds() - 120 })],
  claim('iat'),
  claim('iat', 'now'),
  ['nbf in the future', ({ claims }) => Object.assign(claims, { nbf: seconds() + 3600 })],
  claim('sub'),
  claim('sub', ''),
  claim('sub', 7),
  claim('sub', 'x'.repeat(256)),
  claim('sub', 'ünï'),
  header('alg', 'none'),
  header('alg', 'HS256'),
  header('alg', 'RS512'),
  header('alg'),
  header('kid'),
  header('kid', 'unknown'),
  header('kid', 'other'),
  header('crit', ['exp']),
  ['a signature of a key that is not published', (parts, idp) => Object.assign(parts, { key: idp.foreignKey })],
  ['no signature', (parts) => Object.assign(parts, { signature: '' })],
  ['an alg none without signature', (parts) => Object.assign(parts, { header: { alg: 'none' }, signature: '' })],
];

describe('an ID token is refused with', () => {
  test.for(refusedTokens)('%s', async ([, change], { server, idp, provider }) => {
    idp.change = (parts) => change(parts, idp);
    const browser = openConsole(server.url);
    const answer = idp.authorize(await browser.begin(provider));
    expect(await browser.finish(answer)).toMatchObject({ status: 502, body: { code: 'openid_answer_invalid' } });
    expect(browser.cookie('gatewarden_session')).toBeUndefined();
    expect(await server.database.query(`select from "user" where email = $1`, [idp.account['email']])).toEqual([]);
  });
});

test('an ID token is accepted unchanged, with several audiences for us, and with a key that is published too', async ({
  server,
  idp,
  provider,
}) => {
  const accepted: readonly Change[] = [
    () => undefined,
    ({ claims }) => Object.assign(claims, { aud: ['gatewarden', 'other'], azp: 'gatewarden' }),
    (parts) => Object.assign(parts, { key: idp.otherKey, header: { alg: 'RS256', kid: 'other' } }),
  ];
  for (const change of accepted) {
    idp.change = (parts) => change(parts, idp);
    const browser = openConsole(server.url);
    expect(await browser.finish(idp.authorize(await browser.begin(provider)))).toMatchObject({ status: 200 });
  }
});

test('refuses an answer of another browser, with a changed state, of another purpose, or too late', async ({
  server,
  idp,
  provider,
}) => {
  const [browser, other] = [openConsole(server.url), openConsole(server.url)];
  await other.begin(provider);
  const { code, state } = idp.authorize(await browser.begin(provider));
  const flipped = state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const hostile = [
    '',
    'x',
    'sign-in.',
    'sign-in.AAAA',
    flipped,
    state.replace('sign-in', 'link'),
    `${state}=`,
    ` ${state}`,
  ];
  for (const each of hostile) {
    const { status } = await browser.finish({ code, state: each });
    expect([each, [400, 422].includes(status)]).toEqual([each, true]);
  }
  const refused = { status: 400, body: { code: 'openid_state_invalid' } };
  expect(await other.finish({ code, state })).toMatchObject(refused);
  expect(await openConsole(server.url).finish({ code, state })).toMatchObject(refused);
  expect((await browser.finish({ code: 'x'.repeat(4096), state: 'x'.repeat(512) })).status).toBe(400);
  expect((await browser.finish({ code: 'x'.repeat(20_000), state })).status).toBe(413);
  expect(await browser.finish({ code, state, iss: 'https://evil.example' })).toMatchObject({ status: 502 });
});

test('lets one of many concurrent calls with the same answer sign in', async ({ server, replica, idp, provider }) => {
  const browser = openConsole(server.url);
  const answer = idp.authorize(await browser.begin(provider));
  const send = (nth: number) =>
    browser.send(`${nth % 2 === 0 ? server.url : replica.url}/api/v1/openid/callback`, json('POST', answer));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => send(nth)));
  const outcomes = await Promise.all(
    answers.map(async (each) => (each.ok ? 'signed in' : ((await each.json()) as { code: string }).code)),
  );
  expect(outcomes.toSorted()).toEqual([...Array(19).fill('openid_state_invalid'), 'signed in']);
});

const broken: readonly [string, (idp: HostileProvider) => void, string, string][] = [
  [
    'is down',
    (idp) => idp.routes.set('/token', (request) => request.destroy()),
    'openid_provider_unreachable',
    'connection',
  ],
  [
    'answers garbage',
    (idp) => idp.routes.set('/token', (_, response) => response.end('<html>')),
    'openid_answer_invalid',
    'invalid',
  ],
  [
    'answers 10 MB',
    (idp) =>
      idp.routes.set('/token', (_, response) => {
        response.on('error', () => undefined).end(Buffer.alloc(10_485_760, ' '));
      }),
    'openid_provider_unreachable',
    'too_large',
  ],
  [
    'fails',
    (idp) => idp.routes.set('/token', (_, response) => response.writeHead(500).end()),
    'openid_answer_invalid',
    'invalid',
  ],
  [
    'publishes no keys',
    (idp) => idp.routes.set('/jwks', (_, response) => response.end('{}')),
    'openid_answer_invalid',
    'invalid',
  ],
  [
    'redirects to a private address',
    (idp) => idp.routes.set('/token', (_, response) => response.writeHead(307, { location: 'http://10.0.0.1/' }).end()),
    'openid_answer_invalid',
    'invalid',
  ],
  [
    'has the keys of a private address',
    (idp) => {
      idp.routes.set('/jwks', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    },
    'openid_answer_invalid',
    'invalid',
  ],
];

test.for(broken)('changes nothing if the provider %s', async ([, breakIt, code, reason], { server, idp, provider }) => {
  const browser = openConsole(server.url);
  const answer = idp.authorize(await browser.begin(provider));
  breakIt(idp);
  const users = await server.database.query('select count(*) from "user"');
  expect(await browser.finish(answer)).toMatchObject({ status: 502, body: { code, details: { reason } } });
  expect(await server.database.query('select count(*) from "user"')).toEqual(users);
  expect(browser.cookie('gatewarden_session')).toBeUndefined();
});

test('signs in with keys that the provider rotated after the sign-in began', async ({ server, idp, provider }) => {
  const browser = openConsole(server.url);
  const answer = idp.authorize(await browser.begin(provider));
  idp.rotateKey();
  expect(await browser.finish(answer)).toMatchObject({ status: 200 });
});

test('refuses a code that the provider refuses, and never shows or logs the client secret', async ({
  server,
  idp,
  provider,
}) => {
  const browser = openConsole(server.url);
  const { state } = idp.authorize(await browser.begin(provider));
  expect(await browser.finish({ code: 'unknown', state })).toMatchObject({
    status: 400,
    body: { code: 'openid_code_refused' },
  });
  const stored = await server.database.query('select t::text from identity_provider t');
  const everything = [server.logged(), JSON.stringify(await server.events()), JSON.stringify(stored)].join('');
  expect(everything).not.toContain(idp.client.secret);
});

test('reads what the ID token lacks from the userinfo endpoint, only about the same subject', async ({
  server,
  idp,
  provider,
}) => {
  const { sub, email } = idp.account;
  idp.account = { sub };
  idp.userinfo = {
    email,
    email_verified: 'true',
    given_name: 'Uma',
    family_name: 'Info',
    preferred_username: `uma.${count}`,
  };
  const browser = openConsole(server.url);
  expect(await browser.finish(idp.authorize(await browser.begin(provider)))).toMatchObject({
    status: 200,
    body: { user: { username: `uma.${count}`, first_name: 'Uma' } },
  });
  idp.userinfo = { ...idp.userinfo, sub: 'another' };
  expect(await browser.finish(idp.authorize(await browser.begin(provider)))).toMatchObject({
    status: 502,
    body: { code: 'openid_answer_invalid' },
  });
});

test('limits the answers of one address, and not those of others', async ({ server, idp, provider }) => {
  const flood = openConsole(server.url);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => (await flood.finish({ code: 'x', state: 'sign-in.x' })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  const browser = openConsole(server.url);
  expect(await browser.finish(idp.authorize(await browser.begin(provider)))).toMatchObject({ status: 200 });
});
