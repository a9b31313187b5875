import { randomBytes } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Origin } from '../../platform/actor.ts';
import { createPasswords, type Passwords } from '../../platform/crypto/passwords.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import { createMfaService } from '../mfa/mfa.service.ts';
import { createAuthService } from './auth.service.ts';
import { createRecognizedBrowsers } from './recognized-browsers.ts';
import { createRefusalLog } from './refusal-log.ts';

const origin: Origin = { by: 'system', ip: '198.51.100.7', device: 'test' };
const password = 'Correct-horse-7';

describe('sign-in under overload', () => {
  it('does not count refused attempts towards a lock', async () => {
    await using database = await createTestDatabase();
    const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
    try {
      const db = openDatabase(pool);
      const passwords = await createPasswords();
      await database.query(
        `insert into "user" (username, first_name, last_name, email, password_hash) values ('una', 'U', 'U', 'u@example.com', $1)`,
        [await passwords.hash(password)],
      );
      const busy: Passwords = { ...passwords, runInTurn: () => Promise.reject(new DomainError('rate_limited')) };
      const log = pino({ level: 'silent' });
      const events = createEvents({ listen: () => () => undefined }, log);
      const clock = createTestClock();
      const { secrets, signer } = await openSecrets(db, randomBytes(32));
      const mail = {
        sendMail: async () => '',
        sendAccountMail: async () => undefined,
        isWaiting: async () => false,
        isConfigured: async () => false,
      };
      const mfa = createMfaService({ db, events, clock, secrets, signer, mail, codeMinutes: 5 });
      const { signal: disconnectSignal } = new AbortController();
      const signInAttempt = {
        login: 'una',
        password,
        formerToken: undefined,
        browserToken: undefined,
        language: undefined,
        disconnectSignal,
      };
      const browsers = createRecognizedBrowsers({ db, clock, signer });
      const refusals = createRefusalLog({ db, clock });
      const securityKeys = { consume: async () => 'unknown key' as const };
      const settings = { reauthenticationMinutes: () => 15 };
      const directory = { isInUse: async () => false, verify: async () => false };
      const services = { directory, events, mfa, mail, browsers, refusals, securityKeys, settings };
      const common = { ...services, db, clock, signer, sessionHours: 1, log };
      const overloaded = createAuthService({ ...common, passwords: busy });
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await expect(overloaded.signIn(origin, signInAttempt)).rejects.toMatchObject({
          code: 'rate_limited',
        });
      }
      const outcome = await createAuthService({ ...common, passwords }).signIn(origin, signInAttempt);
      expect(outcome).toMatchObject({ kind: 'signed-in', user: { username: 'una' } });
    } finally {
      await pool.end();
    }
  });
});
