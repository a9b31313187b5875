import type { Account as LibraryAccount } from 'oidc-provider';
import type { Database } from '../../../platform/database/database.ts';
import type { AppRow } from '../openid-apps.queries.ts';
import { toClaims } from './account-claims.ts';
import { type AccountRow, findAccount } from './accounts.queries.ts';
import { readAccount } from './request-reads.ts';

/** A user as one application sees them. */
export interface Account extends LibraryAccount {
  readonly row: AccountRow;
}

/** Undefined if there is no such user or the account is disabled. */
export async function loadAccount(db: Database, subject: string, app: AppRow): Promise<Account | undefined> {
  const { client_id: clientId } = app;
  const row = await readAccount(subject, clientId, () => findAccount(db, subject, clientId));
  if (!row?.is_active) return undefined;
  return { accountId: row.subject, row, claims: async () => toClaims(row, app) };
}
