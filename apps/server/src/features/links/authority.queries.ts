import type { Database } from '../../platform/database/database.ts';

export interface AuthorityRow {
  /** PEM. */
  readonly certificate: string;
  /** Encrypted. */
  readonly private_key: Buffer;
  /** PEM. */
  readonly server_certificate: string;
  /** Encrypted. */
  readonly server_private_key: Buffer;
}

/** Undefined until the first core has created one. */
export function findAuthority(db: Database): Promise<AuthorityRow | undefined> {
  return db
    .selectFrom('link_authority')
    .select(['certificate', 'private_key', 'server_certificate', 'server_private_key'])
    .executeTakeFirst();
}

/** Does nothing if another core inserted its authority first: that one is used. */
export async function insertAuthority(db: Database, authority: AuthorityRow): Promise<void> {
  await db
    .insertInto('link_authority')
    .values(authority)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setServerCertificate(
  db: Database,
  renewed: Pick<AuthorityRow, 'server_certificate' | 'server_private_key'>,
): Promise<void> {
  await db.updateTable('link_authority').set(renewed).execute();
}
