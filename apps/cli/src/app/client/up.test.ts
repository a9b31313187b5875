import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EdgeDevice, instanceId, startTestEdge, type TestEdge, validCode } from '../../../test/test-edge.ts';
import { endOf, makeTestPerson, type TestPerson } from '../../../test/test-person.ts';

interface Given extends AsyncDisposable {
  readonly edge: TestEdge;
  readonly person: TestPerson;
}

/** A machine that is logged in, with one location. */
async function givenLoggedIn(changes: Partial<EdgeDevice> = {}): Promise<Given> {
  await using resources = new AsyncDisposableStack();
  const edge = resources.use(await startTestEdge(changes));
  const person = resources.use(await makeTestPerson({ timeoutMilliseconds: 60_000 }));
  await person.run(['login', '--url', edge.url, '--token', edge.token]);
  const all = resources.move();
  return { edge, person, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

const clientFile = ({ stateDir }: TestPerson) => join(stateDir, 'instances', instanceId, 'client.json');
const pause = () => undefined;

describe('up', () => {
  it('connects to the only location, and removes the interface when it is stopped', async () => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    const seen: unknown[] = [];
    await person.run(['up', '--interface', 'office0'], {
      steps: [() => seen.push(person.machine('office0').config?.addresses)],
    });
    expect(seen).toEqual([['10.1.0.5', 'fd00:1::5']]);
    expect(person.machine('office0').config).toBeUndefined();
    expect(edge.requests.slice(2)).toEqual(['/api/v1/poll', '/api/v1/poll']);
  });

  it('fetches the configuration only when it changed', async () => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    await person.run(['up'], { steps: [pause, () => Object.assign(edge.device, { name: 'renamed' }), pause] });
    expect(edge.polls).toEqual([200, 304, 200, 304]);
    expect(await readFile(clientFile(person), 'utf8')).toContain('renamed');
  });

  it('retains the tunnel without core, and asks less often the longer core is away', async () => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    const { machine, run, pauses, lines } = person;
    edge.instead = { status: 503, body: 'Bad gateway' };
    const seen: unknown[] = [];
    const note = () => seen.push(machine().config?.addresses[0]);
    await run(['up'], {
      steps: [...Array.from({ length: 6 }, () => note), () => Object.assign(edge, { instead: undefined }), note],
    });
    expect(seen).toEqual(Array.from({ length: 7 }, () => '10.1.0.5'));
    expect(pauses).toEqual([5, 10, 20, 40, 80, 120, 120, 30, 30].map((seconds) => seconds * 1000));
    expect(lines.filter((line) => line.startsWith('core '))).toEqual([
      expect.stringContaining('core sends no configuration'),
      'core sends the configuration again',
    ]);
  });

  it.each([
    ['a proxy that asks for a password', { status: 401, body: '{"error":"unauthorized"}' }],
    ['a proxy that forbids it', { status: 403, body: '<h1>Forbidden</h1>' }],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://example.com/' } }],
    ['another server', { status: 200, body: '{"hello":1}' }],
    ['a long answer', { status: 200, body: `"${'x'.repeat(300_000)}"` }],
    ['the configuration of another instance', undefined],
  ])('does not give up its device because of %s', async (_, instead) => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    const other = { device: { name: 'x' }, configs: [], instance: { id: 'other', name: 'x', username: 'x' } };
    edge.instead = instead ?? { status: 200, body: JSON.stringify({ device_config: other }) };
    const seen: unknown[] = [];
    await person.run(['up'], { steps: [() => seen.push(person.machine().config?.addresses[0])] });
    expect(seen).toEqual(['10.1.0.5']);
    edge.instead = undefined;
    await person.run(['up']);
    expect(person.lines).toContain('the client is connected');
  });

  it('ends when the device may no longer use the location', async () => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    const instance = { id: instanceId, name: 'Gatewarden', username: 'admin' };
    const body = JSON.stringify({ device_config: { device: { name: 'x' }, configs: [], instance } });
    expect(
      await endOf(person.run(['up'], { steps: [() => Object.assign(edge, { instead: { status: 200, body } })] })),
    ).toEqual({
      exit: 'refused',
      message: 'This device may no longer use Office.',
    });
    expect(person.machine().config).toBeUndefined();
  });

  it('uses the token of a login that happened meanwhile', async () => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    const seen: unknown[] = [];
    const loginAgain = async () => {
      const stored = JSON.parse(await readFile(clientFile(person), 'utf8'));
      await writeFile(clientFile(person), JSON.stringify({ ...stored, pollToken: edge.replacePollToken() }));
    };
    await person.run(['up'], { steps: [loginAgain, () => seen.push(person.machine().config?.addresses[0])] });
    expect(seen).toEqual(['10.1.0.5']);
  });

  it('does not use a code up on a machine that cannot have an interface', async () => {
    await using given = await givenLoggedIn({ mode: 2 });
    const { person, edge } = given;
    person.machine().failure = 'No permission.';
    expect(await endOf(person.run(['up', '--code', validCode]))).toEqual({ exit: 'failed', message: 'No permission.' });
    expect(edge.requests).not.toContain('/api/v1/client-mfa/start');
  });

  it('does not ask for a code because the machine was offline', async () => {
    await using given = await givenLoggedIn({ mode: 2 });
    const { person, edge } = given;
    const { machine, run, advance, seen } = person;
    const offline = () => Object.assign(edge, { instead: { status: 503, body: '' } });
    await run(['up'], {
      answers: [validCode],
      steps: [
        offline,
        () => advance(3600),
        pause,
        pause,
        () => Object.assign(edge, { instead: undefined }),
        // the gateway answers again before the second check
        () => Object.assign(machine(), { lastHandshakeAt: new Date(Date.now() + 3_600_000) }),
        pause,
      ],
    });
    expect(seen).toHaveLength(1);
  });

  it('continues a session while the interface cannot be read', async () => {
    await using given = await givenLoggedIn({ mode: 2 });
    const { machine, run, seen, lines } = given.person;
    await run(['up'], {
      answers: [validCode],
      steps: [
        () => Object.assign(machine(), { failure: 'Broken.' }),
        pause,
        () => Object.assign(machine(), { failure: undefined }),
      ],
    });
    expect(seen).toHaveLength(1);
    expect(lines.filter((line) => line.includes('Broken.'))).toHaveLength(1);
  });

  it('asks for a code when the location starts to require one', async () => {
    await using given = await givenLoggedIn();
    const { person, edge } = given;
    const keys: unknown[] = [];
    const note = () => keys.push(person.machine().presharedKey);
    await person.run(['up'], {
      answers: [validCode],
      steps: [note, () => Object.assign(edge.device, { mode: 2 }), note],
    });
    expect(keys).toEqual([undefined, edge.presharedKey()]);
    expect(person.seen).toEqual(['Code of your authenticator app for Office: ']);
  });

  it('prints an address to sign in at, waits for it, and connects', async () => {
    await using given = await givenLoggedIn({ mode: 3 });
    const { person, edge } = given;
    const keys: unknown[] = [];
    await person.run(['up'], {
      answers: [],
      steps: [pause, pause, edge.signIn, () => keys.push(person.machine().presharedKey)],
    });
    expect(keys).toEqual([edge.presharedKey()]);
    expect(person.pauses.slice(0, 3)).toEqual([5_000, 5_000, 5_000]);
    expect(person.seen).toEqual([
      'To connect to Office, sign in at this address in a browser:',
      `${edge.url}/openid/mfa?token=${'A'.repeat(32)}`,
    ]);
  });

  it('waits on while core does not answer, and ends when it refuses the sign-in', async () => {
    await using given = await givenLoggedIn({ mode: 3 });
    const { person, edge } = given;
    const path = '/api/v1/client-mfa/finish';
    const answerWith = (status: number, error: string) => () =>
      Object.assign(edge, { instead: { status, body: JSON.stringify({ error }), path } });
    const run = person.run(['up'], {
      answers: [],
      steps: [answerWith(503, 'x'), answerWith(428, 'x'), answerWith(400, 'login session not found')],
    });
    expect(await endOf(run)).toEqual({
      exit: 'refused',
      message: expect.stringContaining('another account signed in'),
    });
    expect(person.machine().config).toBeUndefined();
  });

  it('ends if no one signs in within five minutes, by its own clock or by that of core', async () => {
    await using given = await givenLoggedIn({ mode: 3 });
    const expired = { exit: 'code-needed', message: expect.stringContaining('five minutes') };
    const run = given.person.run(['up'], { answers: [], steps: Array.from({ length: 60 }, () => pause) });
    expect(await endOf(run)).toEqual(expired);
    const body = JSON.stringify({ error: 'invalid token', code: 'connect_token_invalid' });
    const end = () => Object.assign(given.edge, { instead: { status: 400, body, path: '/api/v1/client-mfa/finish' } });
    expect(await endOf(given.person.run(['up'], { answers: [], steps: [end] }))).toEqual(expired);
  });

  it.each([
    ['a required sign-in and no terminal', { mode: 3 }, undefined, 'code-needed', 'in a terminal'],
    ['no entered code', { mode: 2 }, [], 'code-needed', 'no code was entered'],
  ])('ends with %s', async (_, device, answers, exit, message) => {
    await using given = await givenLoggedIn(device);
    expect(await endOf(given.person.run(['up'], answers === undefined ? {} : { answers }))).toEqual({
      exit,
      message: expect.stringContaining(message),
    });
    expect(given.person.machine().config).toBeUndefined();
  });

  it.each(['x'.repeat(44), 'a\nEndpoint = 192.0.2.9:1'])('refuses the preshared key %j', async (key) => {
    await using given = await givenLoggedIn({ mode: 2 });
    const body = JSON.stringify({ preshared_key: key, token: null });
    given.edge.instead = { status: 200, body, path: '/api/v1/client-mfa/finish' };
    expect(await endOf(given.person.run(['up', '--code', validCode]))).toMatchObject({ exit: 'failed' });
    expect(given.person.machine().config).toBeUndefined();
  });
});

describe('down', () => {
  it('ends an up of another process and waits until its interface is removed', async () => {
    await using given = await givenLoggedIn();
    const { person } = given;
    const connected = Promise.withResolvers<void>();
    const running = person.run(['up'], { steps: [() => connected.resolve()], isEndless: true });
    await connected.promise;
    expect(await endOf(person.run(['up']))).toMatchObject({
      exit: 'failed',
      message: expect.stringContaining('already'),
    });
    await person.run(['status']);
    expect(person.lines.at(-1)).toContain('Office: gw-1, 10.1.0.5');
    await person.run(['down', 'office']);
    expect(person.machine().config).toBeUndefined();
    expect(person.lines.at(-1)).toBe('Office is disconnected.');
    await running;
    await person.run(['down', 'office']);
    expect(person.lines.at(-1)).toBe('Office was not connected.');
  });

  it('removes what an up left behind that was killed', async () => {
    await using given = await givenLoggedIn();
    const { person } = given;
    const { machine } = person;
    // it cannot remove its interface, as if it did not have the time
    await person.run(['up'], { steps: [() => Object.assign(machine(), { failure: 'Broken.' })] });
    expect(machine().config).toBeDefined();
    machine().failure = undefined;
    await person.run(['down']);
    expect(machine().config).toBeUndefined();
  });
});

describe('logout', () => {
  it('deletes the key and the token', async () => {
    await using given = await givenLoggedIn();
    const { person } = given;
    await person.run(['logout']);
    expect(existsSync(clientFile(person))).toBe(false);
    expect(await endOf(person.run(['up']))).toMatchObject({ exit: 'usage' });
  });
});

describe('status', () => {
  it('prints JSON without secrets', async () => {
    await using given = await givenLoggedIn({ mode: 2 });
    const { person } = given;
    await person.run(['status', '--json']);
    const printed = person.lines.at(-1) ?? '';
    expect(JSON.parse(printed)).toEqual({
      network_device: null,
      instances: [
        {
          ...{ id: instanceId, name: 'Gatewarden', url: given.edge.url },
          ...{ username: 'admin', device: 'router' },
          locations: [
            {
              ...{ id: 1, name: 'Office', two_factor: 'internal', interface: null, last_handshake_at: null },
              ...{ addresses: ['10.1.0.5', 'fd00:1::5'], networks: ['10.1.0.0/24', 'fd00:1::/64'] },
            },
          ],
        },
      ],
    });
  });
});
