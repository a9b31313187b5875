import type { MailLanguage } from '@gatewarden/contract/mail';
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import { loginName } from './login-name.ts';

export interface NewUserRow {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly password_hash: string | null;
}

/** @throws username_taken, email_taken: the unique indexes decide, so one of two concurrent calls wins */
export async function insertUser(tx: Tx, user: NewUserRow): Promise<number> {
  const { id } = await tx.insertInto('user').values(user).returning('id').executeTakeFirstOrThrow().catch(orTaken);
  return id;
}

/** @throws username_taken, email_taken */
export async function setUser(tx: Tx, id: number, changes: Partial<Omit<NewUserRow, 'password_hash'>>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('user').set(changes).where('id', '=', id).execute().catch(orTaken);
}

/** Sets the language of mails to the user. */
export async function setLanguage(db: Database, id: number, language: MailLanguage): Promise<void> {
  await db
    .updateTable('user')
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is distinct from', language)
    .execute();
}

/** Sets the language of mails to the user, unless there is one already. */
export async function setFirstLanguage(tx: Tx, id: number, language: MailLanguage): Promise<void> {
  await tx.updateTable('user').set({ language }).where('id', '=', id).where('language', 'is', null).execute();
}

export async function setActive(tx: Tx, ids: readonly number[], isActive: boolean): Promise<void> {
  const changed = anyOf(ids);
  await tx.updateTable('user').set({ is_active: isActive }).where('id', '=', changed).execute();
}

export async function deleteUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', anyOf(ids)).execute();
}

export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(username collate "C")`, '=', loginName(username))
    .executeTakeFirst();
  return found !== undefined;
}

/** @throws username_taken, email_taken for the errors of the unique indexes */
export function orTaken(error: unknown): never {
  try {
    return rethrowUniqueViolationAs('user_username', 'username_taken', 'username')(error);
  } catch (other) {
    return rethrowUniqueViolationAs('user_email', 'email_taken', 'email')(other);
  }
}
