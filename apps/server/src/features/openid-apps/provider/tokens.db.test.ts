import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { openDatabase, openPool } from '../../../platform/database/database.ts';
import { exchangeToken, findToken, type NewToken } from './tokens.queries.ts';

const now = new Date('2026-11-01T12:00:00Z');
const later = new Date('2026-11-01T13:00:00Z');

/** A database with one authorization code. */
async function open() {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 8, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const code = randomBytes(32);
  await sql`
    with u as (insert into "user" (username, first_name, last_name, email)
        values ('una', 'Una', 'User', 'una@example.com') returning id),
      a as (insert into openid_app (client_id, name, kind, authentication, description, logo_url, start_url,
          redirect_uris, post_logout_redirect_uris, backchannel_logout_uri, jwks, jwks_uri, scopes, is_enabled,
          is_restricted, filters_groups, requires_mfa, skips_consent, requires_pkce, allows_device_flow,
          access_token_minutes, refresh_token_days, id_token_algorithm, subject, claims, created_at)
        values ('app', 'App', 'web', 'none', '', '', '', '{}', '{}', '', '', '', '{openid}', true,
          false, false, false, true, true, false, 10, 30, 'RS256', 'id', '[]', ${now}) returning id),
      g as (insert into openid_grant (id, app_id, user_id, payload) select 'grant', a.id, u.id, '{}' from a, u
        returning id, app_id)
    insert into openid_artifact (kind, id_hash, app_id, grant_id, payload, expires_at)
    select 'AuthorizationCode', ${code}, g.app_id, g.id, '{}', ${later} from g`.execute(db);
  const exchange = (tokens: readonly NewToken[]) =>
    exchangeToken(db, { kind: 'AuthorizationCode', idHash: code, tokens, now });
  return {
    ...{ database, db, exchange },
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

const newTokens = (): NewToken[] =>
  ['AccessToken', 'RefreshToken'].map((kind) => ({ kind, idHash: randomBytes(32), payload: '{}', expiresAt: later }));

it('uses a code once, and stores its tokens with it', async () => {
  await using opened = await open();
  const attempts = Array.from({ length: 8 }, newTokens);
  const results = await Promise.all(attempts.map((tokens) => opened.exchange(tokens)));
  expect(results.toSorted()).toEqual(['exchanged', ...Array.from({ length: 7 }, () => 'used')]);
  for (const [index, tokens] of attempts.entries()) {
    const found = await Promise.all(tokens.map(({ kind, idHash }) => findToken(opened.db, kind, idHash, now)));
    const isStored = found.map((row) => row?.grant_id === 'grant');
    expect(isStored).toEqual([results[index] === 'exchanged', results[index] === 'exchanged']);
  }
});

it.each([
  ['the application is disabled', `update openid_app set is_enabled = false`],
  ['the grant has ended', `update openid_grant set expires_at = '2026-11-01T11:00:00Z'`],
])('stores no token if %s, and the code is used', async (_, statement) => {
  await using opened = await open();
  await opened.database.query(statement);
  const tokens = newTokens();
  expect(await opened.exchange(tokens)).toBe('ended');
  for (const { kind, idHash } of tokens) expect(await findToken(opened.db, kind, idHash, now)).toBeUndefined();
  expect(await opened.exchange(newTokens())).toBe('used');
});
