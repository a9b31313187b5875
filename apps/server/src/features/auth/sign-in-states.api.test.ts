import { randomBytes } from 'node:crypto';
import { getMe, removeOwnPassword, signIn, signOut } from '@gatewarden/contract/auth';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import {
  confirmEmail,
  enableMfa,
  proveWithPassword,
  sendEmailCode,
  signInWithEmail,
  signInWithRecoveryCode,
  signInWithTotp,
  startTotp,
} from '@gatewarden/contract/mfa';
import {
  type Assertion,
  addSecurityKey,
  askForPasskey,
  askForSecurityKey,
  offerSecurityKey,
  signInWithSecurityKey,
} from '@gatewarden/contract/security-keys';
import { describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { initOf, keyOf, pathOf } from '../../../test/calls/call-example.ts';
import { calls } from '../../../test/calls/calls.ts';
import { walkMilliseconds } from '../../../test/calls/examples.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailCode } from '../../../test/given/mail-codes.ts';
import { givenSecurityKey, newSoftwareKey, originOf, type SoftwareKey } from '../../../test/given/security-keys.ts';
import { type Authenticator, givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

type State = 'none' | 'password' | 'complete' | 'proved';

/** How far somebody's sign-in is, as a caller can tell. */
async function stateOf(caller: Caller): Promise<State> {
  const { status } = await caller.try(getMe, {});
  if (status === 200) return (await caller.try(startTotp, {})).status === 403 ? 'complete' : 'proved';
  // a code that is looked at belongs to a session that waits for one
  const answer = await caller.try(signInWithRecoveryCode, { body: { code: 'none' } });
  return (answer.body as { code?: string }).code === 'unauthenticated' ? 'none' : 'password';
}

interface Somebody {
  readonly server: TestServer;
  readonly person: Person;
  readonly app: Authenticator;
  readonly key: SoftwareKey;
  /** A code by e-mail that was not used. */
  readonly mailed: string;
}

/** Somebody with an authenticator app and a security key, and a browser in which the sign-in is that far. */
async function inState(state: State, { server, person, app }: Omit<Somebody, 'mailed'>): Promise<Caller> {
  const caller = server.stranger();
  if (state === 'none') return caller;
  await caller.call(signIn, { body: { username: person.username, password } });
  if (state === 'password') return caller;
  await caller.call(signInWithTotp, { body: { code: app.next() } });
  if (state === 'complete') server.clock.advance({ minutes: 15 });
  return caller;
}

interface Step {
  readonly call: string;
  readonly make: (caller: Caller, somebody: Somebody) => Promise<unknown>;
  /** Where it leads from each state. */
  readonly to: Readonly<Record<State, State>>;
}

const stays = { none: 'none', password: 'password', complete: 'complete', proved: 'proved' } as const;
const ends = { none: 'none', password: 'none', complete: 'none', proved: 'none' } as const;

const json = { 'content-type': 'application/json' };

/** What a browser would send that was asked nothing. */
const nothingAsked = {
  publicKey: {
    challenge: '',
    rpId: 'localhost',
    rp: { id: 'localhost', name: '' },
    user: { id: '', name: '', displayName: '' },
  },
};

/** The key's answer to what it is asked in that session or, where nothing is asked, to nothing. */
async function answerOf(key: SoftwareKey, caller: Caller) {
  const { status, body } = await caller.try(askForSecurityKey, {});
  return key.sign(status === 200 ? body : nothingAsked);
}

/** As the browser does to which `cookie` was set. */
async function answerPasskey(caller: Caller, cookie: string | undefined, answer: Assertion): Promise<void> {
  const cookies = [cookie?.split(';')[0], caller.cookie].filter(Boolean).join('; ');
  const headers = { ...json, ...(cookies && { cookie: cookies }) };
  await caller.send('POST', '/auth/passkey', { body: JSON.stringify(answer), headers });
}

/** Every call that could move a sign-in on, with a right and with a wrong proof. */
const steps: readonly Step[] = [
  {
    call: 'the right password',
    make: (caller, { person: { username } }) => caller.try(signIn, { body: { username, password } }),
    to: { none: 'password', password: 'password', complete: 'password', proved: 'password' },
  },
  {
    call: 'a wrong password',
    make: (caller, { person: { username } }) => caller.try(signIn, { body: { username, password: 'Wrong-horse-7' } }),
    to: stays,
  },
  {
    call: 'the right code',
    make: (caller, { app }) => caller.try(signInWithTotp, { body: { code: app.next() } }),
    to: { none: 'none', password: 'proved', complete: 'proved', proved: 'proved' },
  },
  {
    call: 'a wrong code',
    make: (caller) => caller.try(signInWithTotp, { body: { code: 'abcdef' } }),
    to: stays,
  },
  {
    call: 'an empty code',
    make: (caller) => caller.send('POST', '/auth/totp/verify', { body: '{}', headers: json }),
    to: stays,
  },
  {
    call: 'the right answer of a security key',
    make: async (caller, { key }) => caller.try(signInWithSecurityKey, { body: await answerOf(key, caller) }),
    to: { none: 'none', password: 'proved', complete: 'proved', proved: 'proved' },
  },
  {
    call: 'the answer of a security key to what another session was asked',
    make: async (caller, somebody) => {
      const other = await inState('password', somebody);
      return caller.try(signInWithSecurityKey, { body: await answerOf(somebody.key, other) });
    },
    to: stays,
  },
  {
    call: 'an empty answer of a security key',
    make: (caller) => caller.send('POST', '/auth/webauthn', { body: '{}', headers: json }),
    to: stays,
  },
  {
    call: 'the right answer of a passkey',
    make: async (caller, { key }) => {
      const { headers, body } = await caller.try(askForPasskey, {});
      await answerPasskey(caller, headers.getSetCookie()[0], key.sign(body));
    },
    to: { none: 'proved', password: 'proved', complete: 'proved', proved: 'proved' },
  },
  {
    call: 'the answer of a passkey to what another browser was asked',
    make: async (caller, { server, key }) => {
      const [own, other] = [await caller.try(askForPasskey, {}), await server.stranger().try(askForPasskey, {})];
      await answerPasskey(caller, own.headers.getSetCookie()[0], key.sign(other.body));
    },
    to: stays,
  },
  {
    call: 'the answer of a passkey that nobody asked for',
    make: (caller, { key }) => answerPasskey(caller, undefined, key.sign(nothingAsked)),
    to: stays,
  },
  {
    call: 'an empty answer of a passkey',
    make: (caller) => caller.send('POST', '/auth/passkey', { body: '{}', headers: json }),
    to: stays,
  },
  {
    call: 'removing the password without proof',
    make: (caller) => caller.try(removeOwnPassword, {}),
    to: stays,
  },
  {
    call: 'adding a security key without the second step',
    make: async (caller, { server }) => {
      const offer = await caller.try(offerSecurityKey, {});
      const rpkc = newSoftwareKey(originOf(server)).create(offer.status === 200 ? offer.body : nothingAsked);
      return caller.try(addSecurityKey, { body: { name: 'Key', rpkc } });
    },
    to: stays,
  },
  {
    call: 'a mailed code',
    make: (caller, { mailed }) => caller.try(signInWithEmail, { body: { code: mailed } }),
    to: { none: 'none', password: 'proved', complete: 'proved', proved: 'proved' },
  },
  {
    call: 'a wrong mailed code',
    make: (caller) => caller.try(signInWithEmail, { body: { code: 'abcdef' } }),
    to: stays,
  },
  { call: 'asking for a mail with a code', make: (caller) => caller.try(sendEmailCode, {}), to: stays },
  {
    call: 'confirming codes by e-mail with a code that was mailed for signing in',
    make: (caller, { mailed }) => caller.try(confirmEmail, { body: { code: mailed } }),
    to: stays,
  },
  {
    call: 'a recovery code',
    make: (caller, { app }) => caller.try(signInWithRecoveryCode, { body: { code: app.recoveryCodes[0] ?? '' } }),
    to: { none: 'none', password: 'proved', complete: 'proved', proved: 'proved' },
  },
  {
    call: 'the password as proof, which is none where there is a second factor',
    make: (caller) => caller.try(proveWithPassword, { body: { password } }),
    to: stays,
  },
  {
    call: 'asking for a second factor from now on',
    make: (caller) => caller.try(enableMfa, {}),
    to: { none: 'none', password: 'password', complete: 'complete', proved: 'none' },
  },
  { call: 'signing out', make: (caller) => caller.try(signOut, {}), to: ends },
];

describe('a sign-in', () => {
  it.each(steps)('is led by $call where the table says, from each state', async ({ make, to }) => {
    await using server = await startTestServer();
    const led: Partial<Record<State, State>> = {};
    for (const from of ['none', 'password', 'proved', 'complete'] as const) {
      const person = await server.given.user();
      const app = await givenTotp(server, person);
      const factors = { server, person, app, key: await givenSecurityKey(server, person) };
      const caller = await inState(from, factors);
      const somebody = { ...factors, mailed: await givenMailCode(server, person, 'sign-in') };
      await make(caller, somebody);
      led[from] = await stateOf(caller);
    }
    expect(led).toEqual(to);
  });
});

/** Cookies that name no session of this instance, or none any more. */
async function worthlessCookies(server: TestServer): Promise<Record<string, string>> {
  await using elsewhere = await startTestServer();
  const foreign = await elsewhere.given.user();
  const ended = await givenAccount(server);
  await ended.call(signOut, {});
  const disabled = await givenAccount(server, { isActive: false });
  return {
    empty: 'gatewarden_session=',
    guessed: `gatewarden_session=${randomBytes(64).toString('base64url')}`,
    'far too long': `gatewarden_session=${'a'.repeat(4_000)}`,
    'of another instance': foreign.cookie ?? '',
    'of a session that ended': ended.cookie ?? '',
    'of somebody who is disabled': disabled.cookie ?? '',
  };
}

const opensToAnyone = ({ access }: Endpoint) => access === 'anonymous';

describe('a cookie that names no session', () => {
  it(
    'opens no call that needs one',
    async () => {
      await using server = await startTestServer();
      const cookies = await worthlessCookies(server);
      const opened: string[] = [];
      for (const endpoint of server.endpoints.filter((each) => !opensToAnyone(each))) {
        const owner = await givenAccount(server);
        const input = (await calls[keyOf(endpoint)]?.input?.(server, owner)) ?? {};
        for (const [kind, cookie] of Object.entries(cookies)) {
          const caller = createCaller(server.url, cookie);
          const answer = await caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, input));
          await answer.body?.cancel();
          if (answer.status !== 401) opened.push(`${keyOf(endpoint)} ${kind}: ${answer.status}`);
        }
      }
      expect(opened).toEqual([]);
    },
    walkMilliseconds,
  );
});
