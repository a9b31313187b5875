import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { findEntry, saveEntry, setOutdated } from './entries.queries.ts';

it('retains that a password became outdated while the entry was written', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const ref = { kind: 'user', id: 1 } as const;
  const link = { external_id: 'a', dn: 'uid=ada', is_created: true, has_password: true, is_revoked: false };
  const written = { ...link, is_outdated: false };
  await inTransaction(db, (tx) => saveEntry(tx, ref, written));
  expect(await findEntry(db, ref)).toEqual(written);
  // the write that is stored next began before
  await inTransaction(db, (tx) => setOutdated(tx, [1]));
  await inTransaction(db, (tx) => saveEntry(tx, ref, { ...written, dn: 'uid=ada2' }));
  expect(await findEntry(db, ref)).toEqual({ ...written, dn: 'uid=ada2', has_password: false, is_outdated: true });
  await inTransaction(db, (tx) => saveEntry(tx, ref, written, { wasOutdated: true }));
  expect(await findEntry(db, ref)).toEqual(written);
  await pool.end();
});
