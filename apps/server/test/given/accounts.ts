import { hashToken } from '../../src/platform/crypto/tokens.ts';
import { createCaller } from '../caller.ts';
import type { TestServer } from '../harness.ts';
import { type Person, password } from './given.ts';

export interface AccountDetails {
  /** `password`: the second factor is still required. */
  readonly session?: 'password' | 'complete';
  readonly isActive?: boolean;
  readonly isAdmin?: boolean;
}

/** The hash of `password`, by the hasher of a server. */
const hashes = new WeakMap<TestServer['passwords'], Promise<string>>();
let count = 0;

/**
 * A user with the password `password` and a session, written directly to the database: for sessions that the API
 * cannot create, and for tests that need very many.
 */
export async function givenAccount(
  { database, url, clock, sessionTokens, passwords }: TestServer,
  { session = 'complete', isActive = true, isAdmin = false }: AccountDetails = {},
): Promise<Person> {
  const hash = hashes.get(passwords) ?? passwords.hash(password);
  hashes.set(passwords, hash);
  count += 1;
  const username = `account${count}`;
  const token = (await sessionTokens()).make();
  const now = clock.now();
  const [row] = await database.query(
    `with added as (
       insert into "user" (username, first_name, last_name, email, password_hash, is_active)
       values ($1, 'Una', 'User', $1 || '@example.com', $2, $3) returning id),
     joined as (
       insert into group_member (group_id, user_id)
       select g.id, added.id from "group" g, added where g.name = 'admin' and $8)
     insert into session (token_hash, user_id, state, device, created_at, proved_at, expires_at)
     select $4, id, $5, 'test', $6, $6, $7 from added returning user_id as id`,
    [username, await hash, isActive, hashToken(token), session, now, new Date(now.getTime() + 3_600_000), isAdmin],
  );
  const caller = createCaller(url, `gatewarden_session=${token}`);
  return Object.assign(Object.create(caller), { username, id: Number(row?.['id']) }) as Person;
}

/** Makes the last proof of identity in the user's sessions too old. */
export async function makeProofStale(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<Person, 'id'>,
): Promise<void> {
  await database.query(`update session set proved_at = proved_at - interval '16 minutes' where user_id = $1`, [id]);
}
