// Reads activity_stream for the certificates that streams trust.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** As PostgreSQL reports it, such as `18.1`. */
export async function getDatabaseVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? '';
}

/** At most a hundred, by name. */
export async function listStreamCertificates(db: Database): Promise<{ readonly name: string; readonly pem: string }[]> {
  const rows = await db
    .selectFrom('activity_stream')
    .select(['name', 'cert'])
    .where('cert', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.flatMap(({ name, cert: pem }) => (pem === null ? [] : [{ name, pem }]));
}
