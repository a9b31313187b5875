import type { Database } from '../database/database.ts';
import { StartError } from '../start-error.ts';
import type { Cipher } from './cipher.ts';

const proof = { name: 'key-proof', text: 'this instance key made the secrets of this database' };

/** Whether the database was created with an instance key, so that another key cannot replace it. */
export async function hasKeyProof(db: Database): Promise<boolean> {
  const row = await db.selectFrom('instance').select('name').where('name', '=', proof.name).executeTakeFirst();
  return row !== undefined;
}

/**
 * Verifies that the secrets of this database were encrypted with this key. The first start stores the proof.
 * @throws StartError if it is another key
 */
export async function verifyInstanceKey(db: Database, cipher: Cipher): Promise<void> {
  await db
    .insertInto('instance')
    .values({ name: proof.name, value: cipher.encrypt(proof.text, proof.name) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('instance')
    .select('value')
    .where('name', '=', proof.name)
    .executeTakeFirstOrThrow();
  try {
    cipher.decrypt(value, proof.name);
  } catch (error) {
    throw new StartError(
      'The instance key is not the one that this database was made with. Set GATEWARDEN_SECRET_KEY to the former key, or put the former instance.key back into the data folder.',
      { cause: error, exitCode: 2 },
    );
  }
}
