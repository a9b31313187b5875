import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createPasswords, type Passwords } from '../../platform/crypto/passwords.ts';
import { createSigner } from '../../platform/crypto/signer.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { createRecognizedBrowsers } from './recognized-browsers.ts';

it('prefers a browser in the queue only for an active account with an earlier sign-in there', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  try {
    const db = openDatabase(pool);
    const clock = createTestClock();
    const rows = await database.query(`insert into "user" (username, first_name, last_name, email)
      values ('Una', 'U', 'U', 'Una@example.com'), ('eve', 'E', 'E', 'eve@example.com') returning id`);
    const browsers = createRecognizedBrowsers({ db, clock, signer: createSigner(randomBytes(32)) });
    const browserToken = await inTransaction(db, (tx) => browsers.register(tx, Number(rows[0]?.['id']), undefined));
    const seen: boolean[] = [];
    const passwords: Passwords = {
      ...(await createPasswords()),
      runInTurn({ isKnown }, work) {
        seen.push(isKnown);
        return work();
      },
    };
    const directory = { isInUse: async () => false, verify: async () => false };
    const attempts = createPasswordAttempts({ db, clock, passwords, browsers, directory });
    const isKnown = async (login: string, token: string | undefined = browserToken) => {
      const { signal: disconnectSignal } = new AbortController();
      const origin = { by: 'system', ip: '192.0.2.1', device: undefined } as const;
      await attempts.verifyLogin(origin, { login, password: 'Wrong-horse-7', browserToken: token, disconnectSignal });
      return seen.pop();
    };
    expect([await isKnown('una'), await isKnown('UNA@example.com')]).toEqual([true, true]);
    expect([await isKnown('eve'), await isKnown('no-account'), await isKnown('una', 'forged')]).toEqual([
      false,
      false,
      false,
    ]);
    await database.query(`update "user" set is_active = false`);
    expect(await isKnown('una')).toBe(false);
  } finally {
    await pool.end();
  }
});
