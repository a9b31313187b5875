import type { Database, Tx } from '../../platform/database/database.ts';

/** PEM of the authority's certificate; undefined until the first core has created one. */
export async function findAuthority(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('provisioner_authority').select('certificate').executeTakeFirst();
  return row?.certificate;
}

/** False if another core inserted its authority first: that one is used. */
export async function insertAuthority(tx: Tx, certificate: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provisioner_authority')
    .values({ certificate })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
