import { getMe, signIn } from '@gatewarden/contract/auth';
import { completeSetup, getSetup } from '@gatewarden/contract/setup';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const ada = { username: 'ada', first_name: 'Ada', last_name: 'Root', email: 'ada@example.com', password };

/** The token in the printed link. */
function tokenOf({ printed }: TestServer): string {
  return /token=(\S+)/.exec(printed.join('\n'))?.[1] ?? '';
}

it('prints a setup link for a new instance: 256 random bits, stored only as a hash', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_URL: 'https://vpn.example.com' } });
  const link = server.printed.find((line) => line.includes('/setup'));
  expect(link).toMatch(/https:\/\/vpn\.example\.com\/setup\?token=[A-Za-z0-9_-]{43}$/);
  const stored = await server.database.query('select row_to_json(l)::text as text from setup_link l');
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(tokenOf(server));
  expect(server.logged()).not.toContain(tokenOf(server));
});

it('returns whether setup is required and whether the link is valid', async () => {
  await using server = await startTestServer();
  const ask = (token?: string) => server.stranger().call(getSetup, { query: { token } });
  expect(await ask()).toEqual({ required: true, token_valid: false });
  expect(await ask('wrong')).toEqual({ required: true, token_valid: false });
  expect(await ask(tokenOf(server))).toEqual({ required: true, token_valid: true });
  await server.stranger().call(completeSetup, { body: { ...ada, token: tokenOf(server) } });
  expect(await ask(tokenOf(server))).toEqual({ required: false, token_valid: false });
});

it('creates the first administrator and signs in', async () => {
  await using server = await startTestServer();
  const caller = server.stranger();
  const answer = await caller.try(completeSetup, { body: { ...ada, token: tokenOf(server) } });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ user: { username: 'ada', groups: ['admin'], is_admin: true }, url: null });
  expect(await caller.call(getMe, {})).toEqual(answer.body.user);
  expect((await server.stranger().try(signIn, { body: { username: 'ada', password } })).status).toBe(200);
  expect((await server.events()).map((event) => event.type)).toEqual([
    'user.added',
    'group.member-added',
    'user.signed-in',
    'user.signed-in',
  ]);
});

it('refuses names of system accounts and of the API for the first administrator', async () => {
  await using server = await startTestServer();
  const attempt = (username: string) =>
    server.stranger().try(completeSetup, { body: { ...ada, username, token: tokenOf(server) } });
  for (const username of ['root', 'ROOT', 'systemd-network', 'me', 'available']) {
    expect(await attempt(username)).toMatchObject({
      status: 400,
      body: { code: 'username_reserved', field: 'username' },
    });
  }
  expect(await server.database.query('select from "user"')).toHaveLength(0);
  expect((await attempt('ada')).status).toBe(201);
});

it('works once for concurrent uses of the links of two replicas', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await using replica = await server.startReplica();
  const attempts = Array.from({ length: 8 }, (_, index) => {
    const place = index % 2 ? server : replica;
    const body = { ...ada, username: `ada${index}`, email: `ada${index}@example.com`, token: tokenOf(place) };
    return place.stranger().try(completeSetup, { body });
  });
  const answers = await Promise.all(attempts);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'setup_done' });
  expect(await server.database.query('select username from "user"')).toHaveLength(1);
});

it('refuses a wrong and an expired link, and creates no user', async () => {
  await using server = await startTestServer();
  const attempt = (token: string) => server.stranger().try(completeSetup, { body: { ...ada, token } });
  expect(await attempt('wrong')).toMatchObject({ status: 403, body: { code: 'setup_link_invalid' } });
  server.clock.advance({ hours: 24, seconds: 1 });
  expect(await attempt(tokenOf(server))).toMatchObject({ status: 403, body: { code: 'setup_link_invalid' } });
  await using restarted = await server.startReplica();
  expect((await attempt(tokenOf(restarted))).status).toBe(201);
});

it('names the invalid field of the first administrator', async () => {
  await using server = await startTestServer();
  for (const [field, value] of [
    ['username', 'a b'],
    ['email', 'nowhere'],
    ['first_name', ''],
    ['password', 'weak'],
  ] as const) {
    const answer = await server.stranger().try(completeSetup, {
      body: { ...ada, [field]: value, token: tokenOf(server) },
    });
    expect([field, answer.status, answer.body.field]).toEqual([field, 422, field]);
  }
});

it('prints no link while there is an administrator', async () => {
  await using server = await startTestServer();
  await server.given.admin();
  await using restarted = await server.startReplica();
  expect(restarted.printed.join('\n')).not.toContain('token=');
});

it('creates the administrator unattended when a password is configured, instead of printing a link', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_ADMIN_PASSWORD: password } });
  await using replica = await server.startReplica();
  expect([...server.printed, ...replica.printed].join('\n')).not.toContain('token=');
  const caller = server.stranger();
  await caller.call(signIn, { body: { username: 'admin', password } });
  expect(await caller.call(getMe, {})).toMatchObject({ username: 'admin', is_admin: true, enrolled: true });
  expect(await server.stranger().call(getSetup, {})).toEqual({ required: false, token_valid: false });
  expect(server.logged() + replica.logged()).not.toContain(password);
});

it('leaves an existing administrator unchanged when another password is configured', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_ADMIN_PASSWORD: password } });
  await using _replica = await server.startReplica({ GATEWARDEN_ADMIN_PASSWORD: 'Battery-staple-8' });
  expect((await server.stranger().try(signIn, { body: { username: 'admin', password } })).status).toBe(200);
});

it('does not start with a weak password for the administrator', async () => {
  const start = startTestServer({ environment: { GATEWARDEN_ADMIN_PASSWORD: 'weak' } });
  await expect(start).rejects.toThrow(/^GATEWARDEN_ADMIN_PASSWORD is too weak: 8 to 128 characters/);
});

it('does not start if another user has the administrator’s name', async () => {
  await using server = await startTestServer();
  await server.database.query(
    `insert into "user" (username, first_name, last_name, email) values ('Admin', 'A', 'B', 'a@example.com')`,
  );
  const start = server.startReplica({ GATEWARDEN_ADMIN_PASSWORD: password });
  await expect(start).rejects.toThrow(/no active administrator.*username admin belongs/);
});
