import { randomBytes } from 'node:crypto';
import { changeOwnPassword, getMe, signIn, signOut } from '@gatewarden/contract/auth';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import {
  disableOwnMfa,
  enableMfa,
  proveWithPassword,
  signInWithEmail,
  signInWithRecoveryCode,
  signInWithTotp,
  startTotp,
} from '@gatewarden/contract/mfa';
import {
  type Assertion,
  signInWithPasskey,
  signInWithSecurityKey,
  startPasskeySignIn,
  startSecurityKeySignIn,
} from '@gatewarden/contract/security-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { initOf, keyOf, pathOf } from '../../../test/calls/call-example.ts';
import { givenAccount, makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailCode } from '../../../test/given/mail-codes.ts';
import { givenSecurityKey, type SoftwareKey } from '../../../test/given/security-keys.ts';
import { type Authenticator, givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { createSignedTokens } from '../../platform/crypto/signed-tokens.ts';
import { createSigner } from '../../platform/crypto/signer.ts';
import { refusalOf, type SignInState } from '../../platform/http/admission.ts';
import { type BrowserState, nextState, rejections, type SignInStep, transitions } from './sign-in-states.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // setup is possible only until the first administrator exists
  await server.given.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A user and a browser of that user. */
interface Scene {
  readonly caller: Caller;
  readonly person: Person;
  /** Undefined for an account without a second factor. */
  readonly factors: Factors | undefined;
}

interface Factors {
  readonly app: Authenticator;
  readonly key: SoftwareKey;
  /** An unused code sent by email. */
  readonly mailed: string;
}

async function givenScene(state: BrowserState, hasFactors: boolean): Promise<Scene> {
  const person = await server.given.user();
  const caller = server.stranger();
  if (!hasFactors) {
    if (state !== 'none') await signInWithPassword({ caller, person });
    return { caller, person, factors: undefined };
  }
  const factors = { app: await givenTotp(server, person), key: await givenSecurityKey(server, person) };
  if (state !== 'none') await signInWithPassword({ caller, person });
  if (state === 'complete' || state === 'proved')
    await caller.call(signInWithTotp, { body: { code: factors.app.next() } });
  return { caller, person, factors: { ...factors, mailed: await givenMailCode(server, person, 'sign-in') } };
}

async function inState(state: BrowserState, hasFactors = true): Promise<Scene> {
  const scene = await givenScene(state, hasFactors);
  if (state === 'complete') await makeProofStale(server, scene.person);
  return scene;
}

/** The state that a caller can observe. */
async function stateOf(caller: Caller): Promise<BrowserState> {
  const { status } = await caller.try(getMe, {});
  if (status === 200) return (await caller.try(startTotp, {})).status === 403 ? 'complete' : 'proved';
  // a code is only verified in a session that waits for one
  const { body } = await caller.try(signInWithRecoveryCode, { body: { code: 'none' } });
  return body.code === 'unauthenticated' ? 'none' : 'password';
}

const signInWithPassword = ({ caller, person }: Pick<Scene, 'caller' | 'person'>, typed = password) =>
  caller.try(signIn, { body: { username: person.username, password: typed } });
const confirmPassword = ({ caller }: Scene, typed = password) =>
  caller.try(proveWithPassword, { body: { password: typed } });

/** Request options for a browser that received none from the server. */
const emptyOptions = {
  publicKey: {
    ...{ challenge: '', rpId: 'localhost' },
    ...{ rp: { id: 'localhost', name: '' }, user: { id: '', name: '', displayName: '' } },
  },
};

/** The response of the key to the challenge of the caller's session. */
async function signChallenge(caller: Caller, key: SoftwareKey | undefined): Promise<Assertion> {
  const { status, body } = await caller.try(startSecurityKeySignIn, {});
  return (key as SoftwareKey).sign(status === 200 ? body : emptyOptions);
}

interface Outcome {
  readonly status: number;
  readonly body: { readonly code?: string };
}

/** Responds in the browser that received the challenge. */
async function signInWithKey({ caller, factors }: Scene, change: (answer: Assertion) => Assertion): Promise<Outcome> {
  const { headers, body } = await caller.try(startPasskeySignIn, {});
  const cookies = [headers.getSetCookie()[0]?.split(';')[0], caller.cookie].filter(Boolean).join('; ');
  const answer = change((factors as Factors).key.sign(body));
  const { method, path } = signInWithPasskey;
  const init = { body: JSON.stringify(answer), headers: { 'content-type': 'application/json', cookie: cookies } };
  const response = await caller.send(method, path, init);
  return { status: response.status, body: (await response.json()) as Outcome['body'] };
}

const forged = (answer: Assertion): Assertion => ({
  ...answer,
  response: { ...answer.response, signature: randomBytes(64).toString('base64url') },
});

type Method = keyof typeof rejections;

interface Proof {
  readonly endpoint: Endpoint;
  /** The step that an accepted proof takes. */
  readonly step: SignInStep;
  readonly hasFactors: boolean;
  readonly right: (scene: Scene) => Promise<Outcome>;
  readonly wrong: (scene: Scene) => Promise<Outcome>;
}

const second = { step: 'secondFactorAccepted', hasFactors: true } as const;

const proofs: Readonly<Record<Method, Proof>> = {
  password: {
    ...{ endpoint: signIn, step: 'secondFactorPending', hasFactors: true },
    right: (scene) => signInWithPassword(scene),
    wrong: (scene) => signInWithPassword(scene, 'Wrong-horse-7'),
  },
  'password confirmation': {
    ...{ endpoint: proveWithPassword, step: 'passwordConfirmed', hasFactors: false },
    right: (scene) => confirmPassword(scene),
    wrong: (scene) => confirmPassword(scene, 'Wrong-horse-7'),
  },
  TOTP: {
    ...{ endpoint: signInWithTotp, ...second },
    right: ({ caller, factors }) => caller.try(signInWithTotp, { body: { code: factors?.app.next() ?? '' } }),
    wrong: ({ caller }) => caller.try(signInWithTotp, { body: { code: 'abcdef' } }),
  },
  Email: {
    ...{ endpoint: signInWithEmail, ...second },
    right: ({ caller, factors }) => caller.try(signInWithEmail, { body: { code: factors?.mailed ?? '' } }),
    wrong: ({ caller }) => caller.try(signInWithEmail, { body: { code: 'abcdef' } }),
  },
  'recovery code': {
    ...{ endpoint: signInWithRecoveryCode, ...second },
    right: ({ caller, factors }) =>
      caller.try(signInWithRecoveryCode, { body: { code: factors?.app.recoveryCodes[0] ?? '' } }),
    wrong: ({ caller }) => caller.try(signInWithRecoveryCode, { body: { code: 'abcdef' } }),
  },
  WebAuthn: {
    ...{ endpoint: signInWithSecurityKey, ...second },
    right: async ({ caller, factors }) =>
      caller.try(signInWithSecurityKey, { body: await signChallenge(caller, factors?.key) }),
    // responds to the challenge of another session of the same user
    wrong: async (scene) => {
      const other = { ...scene, caller: server.stranger() };
      await signInWithPassword(other);
      const body = await signChallenge(other.caller, scene.factors?.key);
      return scene.caller.try(signInWithSecurityKey, { body });
    },
  },
  passkey: {
    ...{ endpoint: signInWithPasskey, step: 'passkeyAccepted', hasFactors: true },
    right: (scene) => signInWithKey(scene, (answer) => answer),
    wrong: (scene) => signInWithKey(scene, forged),
  },
};

/** The steps without a proof of identity, and the calls that take them. */
const otherSteps: Readonly<
  Partial<Record<SignInStep, Pick<Proof, 'endpoint' | 'hasFactors'> & { take(scene: Scene): Promise<unknown> }>>
> = {
  passwordAccepted: { endpoint: signIn, hasFactors: false, take: (scene) => signInWithPassword(scene) },
  passwordChanged: {
    ...{ endpoint: changeOwnPassword, hasFactors: true },
    take: ({ caller }) =>
      caller.try(changeOwnPassword, { body: { old_password: password, new_password: 'Battery-staple-8' } }),
  },
  secondFactorRequired: {
    ...{ endpoint: enableMfa, hasFactors: true },
    take: ({ caller }) => caller.try(enableMfa, {}),
  },
  signedOut: { endpoint: signOut, hasFactors: true, take: ({ caller }) => caller.try(signOut, {}) },
};

const steps = [
  ...Object.entries(proofs).map(([by, { right, ...proof }]) => ({ ...proof, by, take: right })),
  ...Object.entries(otherSteps).map(([step, row]) => ({ ...row, step: step as SignInStep, by: row.endpoint.path })),
];

/** An account without a second factor is never half signed in, so `password` is left out. */
const statesFor = (hasFactors: boolean) =>
  (['none', 'password', 'complete', 'proved'] as const).filter((state) => hasFactors || state !== 'password');

describe('a step of a sign-in', () => {
  it('is covered by this test', () => {
    const taken = steps.map(({ step }) => step);
    // the setup test covers the sign-in of the first administrator, which happens once per instance, and the tests of
    // identity providers those that need a provider
    expect(new Set([...taken, 'setupCompleted', 'externalAccepted'])).toEqual(new Set(Object.keys(transitions)));
  });

  it.each(steps)('follows the table of transitions from each state: $step by $by', async (row) => {
    const { endpoint, step, hasFactors, take } = row;
    const [actual, expected]: Record<string, BrowserState>[] = [{}, {}];
    for (const from of statesFor(hasFactors)) {
      const scene = await inState(from, hasFactors);
      await take(scene);
      if (actual) actual[from] = await stateOf(scene.caller);
      const isAdmitted = refusalOf(endpoint, from) === undefined;
      if (expected) expected[from] = (isAdmitted ? nextState(step, from) : undefined) ?? from;
    }
    expect(actual).toEqual(expected);
  });

  it.each(Object.entries(proofs))('is refused for a wrong or an empty proof: %s', async (_, proof) => {
    const { endpoint, hasFactors, wrong } = proof;
    const { method, path } = endpoint;
    for (const from of statesFor(hasFactors)) {
      const scene = await inState(from, hasFactors);
      await scene.caller.send(method, path, { body: '{}', headers: { 'content-type': 'application/json' } });
      await wrong(scene);
      expect([from, await stateOf(scene.caller)]).toEqual([from, from]);
    }
  });
});

type Reason = { [M in Method]: keyof (typeof rejections)[M] }[Method];

/** Makes the reason apply, then tries the right proof, or the wrong one if the reason is `wrong`. */
const reasons: Readonly<Record<Reason, (scene: Scene, proof: Proof) => Promise<Outcome>>> = {
  wrong: (scene, { wrong }) => wrong(scene),
  'unknown user': (scene) => signInWithPassword({ ...scene, person: { ...scene.person, username: 'unknown' } }),
  'no password': async (scene, { right }) => {
    await server.database.query('update "user" set password_hash = null where id = $1', [scene.person.id]);
    return right(scene);
  },
  'account disabled': async (scene, { right }) => {
    await server.database.query('update "user" set is_active = false where id = $1', [scene.person.id]);
    return right(scene);
  },
  locked: async (scene, { wrong, right }) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await wrong(scene);
    return right(scene);
  },
  suspended: async (scene, { right }) => {
    await server.database.query('update security_key set suspended_at = now() where user_id = $1', [scene.person.id]);
    return right(scene);
  },
  'second factor set up': async (scene, { right }) => {
    const { username, id } = scene.person;
    await givenTotp(server, Object.assign(Object.create(scene.caller), { username, id }));
    return right(scene);
  },
};

/** The state in which the proof is used. */
const usedIn: Readonly<Record<Method, BrowserState>> = {
  ...{ password: 'none', passkey: 'none', 'password confirmation': 'proved' },
  ...{ TOTP: 'password', Email: 'password', 'recovery code': 'password', WebAuthn: 'password' },
};

const rejected = Object.entries(rejections).flatMap(([method, codes]) =>
  Object.entries(codes).map(([reason, code]) => ({ method: method as Method, reason: reason as Reason, code })),
);

describe('a proof of identity', () => {
  it.each(rejected)('is rejected with the code of the table: $method, $reason', async ({ method, reason, code }) => {
    const proof = proofs[method];
    const scene = await inState(usedIn[method], proof.hasFactors);
    const { status, body } = await reasons[reason](scene, proof);
    expect([status >= 400, body.code]).toEqual([true, code]);
    const expected = reason === 'account disabled' ? 'none' : usedIn[method];
    expect(await stateOf(scene.caller)).toBe(expected);
  });

  it.each(['recovery code', 'WebAuthn', 'passkey'] as const)('is never locked: %s', async (method) => {
    const proof = proofs[method];
    const scene = await inState(usedIn[method]);
    for (let attempt = 0; attempt < 6; attempt += 1) await proof.wrong(scene);
    expect(await proof.right(scene)).toMatchObject({ status: 200 });
  });
});

/** The error code of a call about the caller. Other input does not matter, because the state is checked first. */
async function codeOf(caller: Caller, endpoint: Endpoint, username: string): Promise<string | undefined> {
  const names = [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, name === 'username' ? username : 1]));
  const answer = await caller.send(endpoint.method, pathOf(endpoint, { params }), initOf(endpoint, {}));
  return answer.status < 400 ? void (await answer.body?.cancel()) : ((await answer.json()) as Outcome['body']).code;
}

async function callersByState(): Promise<Record<SignInState, { caller: Caller; username: string }>> {
  const of = (person: Person) => ({ caller: person, username: person.username });
  const stale = await givenAccount(server, { isAdmin: true });
  await makeProofStale(server, stale);
  const owner = await givenAccount(server, { isAdmin: true });
  return {
    none: { caller: server.stranger(), username: owner.username },
    password: of(await givenAccount(server, { session: 'password', isAdmin: true })),
    complete: of(stale),
    proved: of(owner),
    token: { caller: await givenProgram(server, owner), username: owner.username },
  };
}

describe('every call', () => {
  it('is refused with the code of the table in each insufficient state', async () => {
    const callers = await callersByState();
    const [wrong, stale]: [string[], Endpoint[]] = [[], []];
    for (const endpoint of server.endpoints) {
      for (const state of Object.keys(callers) as SignInState[]) {
        const expected = refusalOf(endpoint, state);
        if (expected === undefined) continue;
        const { caller, username } = callers[state];
        const code = await codeOf(caller, endpoint, username);
        if (code !== expected) wrong.push(`${keyOf(endpoint)} ${state}: ${code}, expected ${expected}`);
        else if (code === 'proof_required') stale.push(endpoint);
      }
    }
    expect(wrong).toEqual([]);
    expect(stale).toEqual(server.endpoints.filter(({ requiresReauthentication }) => requiresReauthentication));
    expect(stale).toContain(disableOwnMfa);
  });

  it('that needs a session is refused with a cookie of no valid session', async () => {
    const opened: string[] = [];
    const cookies = Object.entries(await invalidCookies());
    for (const endpoint of server.endpoints.filter(({ access }) => access !== 'anonymous')) {
      for (const [kind, cookie] of cookies) {
        const code = await codeOf(createCaller(server.url, cookie), endpoint, 'rosa');
        if (code !== 'unauthenticated') opened.push(`${keyOf(endpoint)} ${kind}: ${code}`);
      }
    }
    expect(opened).toEqual([]);
  });
});

/** Cookies without a valid session of this instance. */
async function invalidCookies(): Promise<Record<string, string>> {
  const elsewhere = createSignedTokens(createSigner(randomBytes(32)), 'session');
  const ended = await givenAccount(server);
  await ended.call(signOut, {});
  const disabled = await givenAccount(server, { isActive: false });
  return {
    empty: 'gatewarden_session=',
    guessed: `gatewarden_session=${randomBytes(64).toString('base64url')}`,
    'far too long': `gatewarden_session=${'a'.repeat(4_000)}`,
    'of another instance': `gatewarden_session=${elsewhere.make()}`,
    'of no session': `gatewarden_session=${(await server.sessionTokens()).make()}`,
    'of a session that ended': ended.cookie ?? '',
    'of a disabled user': disabled.cookie ?? '',
  };
}
