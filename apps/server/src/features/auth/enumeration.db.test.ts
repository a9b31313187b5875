import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import { createMfaService } from '../mfa/mfa.service.ts';
import { createAuthService } from './auth.service.ts';
import { createRecognizedBrowsers } from './recognized-browsers.ts';
import { createRefusalLog } from './refusal-log.ts';
import { deleteOldAttempts } from './sign-in-attempts.queries.ts';

/** Compares plain text, so that thousands of attempts are fast. Counts the verifications per stored hash. */
function plainPasswords(): Passwords & { compared: { byStored: Map<string | undefined, number> } } {
  const byStored = new Map<string | undefined, number>();
  return {
    compared: { byStored },
    runInTurn: (_, work) => work(),
    hash: async (password) => password,
    verify: async (password, stored) => {
      byStored.set(stored, (byStored.get(stored) ?? 0) + 1);
      return password === stored;
    },
  };
}

async function startAuth() {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const log = pino({ level: 'silent' });
  const events = createEvents({ listen: () => () => undefined }, log);
  const clock = createTestClock();
  const mail = {
    sendMail: async () => '',
    sendAccountMail: async () => undefined,
    isWaiting: async () => false,
    isConfigured: async () => false,
  };
  const { secrets, signer } = await openSecrets(db, randomBytes(32));
  const mfa = createMfaService({ db, events, clock, secrets, signer, mail, codeMinutes: 5 });
  const passwords = plainPasswords();
  const auth = createAuthService({
    ...{ db, events, clock, log, mail, mfa, passwords, signer, sessionHours: 1 },
    securityKeys: { consume: async () => 'unknown key' as const },
    directory: { isInUse: async () => false, verify: async () => false },
    settings: { reauthenticationMinutes: () => 15 },
    refusals: createRefusalLog({ db, clock }),
    browsers: createRecognizedBrowsers({ db, clock, signer }),
  });
  const { signal: disconnectSignal } = new AbortController();
  return {
    clock,
    compared: passwords.compared,
    deleteOldAttempts: () => deleteOldAttempts(db, clock.now()),
    /** The size in bytes of each row that counts refused sign-ins. */
    async attemptSizes(): Promise<number[]> {
      const rows = await database.query('select pg_column_size(a.*) as size from sign_in_attempts a');
      return rows.map(({ size }) => Number(size));
    },
    async addUser(name: string) {
      await database.query(
        `insert into "user" (username, first_name, last_name, email, password_hash) values ($1, 'U', 'U', $2, 'right')`,
        [name, `${name}@example.com`],
      );
    },
    async attempt(login: string, password = 'wrong'): Promise<string> {
      const attempt = {
        login,
        password,
        formerToken: undefined,
        browserToken: undefined,
        language: undefined,
        disconnectSignal,
      };
      const origin = { by: 'system', ip: '198.51.100.7', device: 'test' } as const;
      return auth.signIn(origin, attempt).then(
        ({ kind }) => kind,
        ({ code }) => code,
      );
    },
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => ` ${name}`,
  // full-width letters, which NFKC converts to ASCII
  (name) => name.replace(/[a-z]/, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  (name) => name.replace('i', 'İ'),
  (name) => name.replace('i', 'ı'),
  (name) => `${name}@example.com`,
  (name) => `${name}@EXAMPLE.com`,
  (name) => `${name.replace('i', 'İ')}@example.com`,
];

it('answers any sequence of attempts alike for known and unknown accounts', async () => {
  await using server = await startAuth();
  const step = fc.record({
    spelling: fc.nat(spellings.length - 1),
    seconds: fc.constantFrom(0, 0, 0, 0, 30, 61, 299, 301),
  });
  let round = 0;
  const sequences = fc.array(step, { minLength: 12, maxLength: 24, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      round += 1;
      const [known, unknown] = [`erin${round}`, `igor${round}`];
      await server.addUser(known);
      for (const { spelling, seconds } of steps) {
        server.clock.advance({ seconds });
        const spell = spellings[spelling] ?? String;
        expect(await server.attempt(spell(known))).toBe(await server.attempt(spell(unknown)));
      }
    }),
    { numRuns: 15 },
  );
});

it('verifies no more passwords when the name is spelled in different ways', async () => {
  await using server = await startAuth();
  await server.addUser('erin');
  for (const spell of spellings) for (let attempt = 0; attempt < 5; attempt += 1) await server.attempt(spell('erin'));
  expect(server.compared.byStored.get('right')).toBe(5);
  // the right password is not verified either, with the same error
  expect(await server.attempt('erin@example.com', 'right')).toBe('login_locked');
  server.clock.advance({ minutes: 5, seconds: 1 });
  expect(await server.attempt('Erin@Example.com', 'right')).toBe('signed-in');
});

it('stores two small rows for an unknown name and deletes them when they have no effect', async () => {
  await using server = await startAuth();
  for (const letter of 'abc') {
    for (let attempt = 0; attempt < 3; attempt += 1) await server.attempt(letter.repeat(254));
  }
  const sizes = await server.attemptSizes();
  expect(sizes).toHaveLength(6);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  server.clock.advance({ minutes: 9 });
  await server.deleteOldAttempts();
  expect(await server.attemptSizes()).toHaveLength(6);
  server.clock.advance({ minutes: 1, seconds: 1 });
  await server.deleteOldAttempts();
  expect(await server.attemptSizes()).toEqual([]);
});
