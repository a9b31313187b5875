import type { AccountRow } from './accounts.queries.ts';
import { readOnce, rememberRead } from './request-context.ts';
import type { TokenRow } from './tokens.queries.ts';

const keys = {
  grant: (id: string) => `grant ${id}`,
  session: (id: number) => `session ${id}`,
  account: (subject: string, clientId: string) => `account ${subject} ${clientId}`,
};

/** Answers the questions that the library asks next, once each and only within the request, from the row. */
export function rememberToken(row: TokenRow): void {
  if (row.grant_id === null) return;
  rememberRead(keys.grant(row.grant_id), row.grant_payload);
  if (row.session_id !== null) rememberRead(keys.session(row.session_id), row.session_payload ?? undefined);
  if (row.client_id !== null) rememberRead(keys.account(row.subject, row.client_id), row);
}

export const readGrant = (id: string, read: () => Promise<unknown>) => readOnce(keys.grant(id), read);

export const readOpenidSession = (id: number, read: () => Promise<unknown>) => readOnce(keys.session(id), read);

export const readAccount = (subject: string, clientId: string, read: () => Promise<AccountRow | undefined>) =>
  readOnce(keys.account(subject, clientId), read);
