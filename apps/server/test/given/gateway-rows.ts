import { randomBytes, randomUUID } from 'node:crypto';

interface Columns {
  readonly id?: string;
  readonly location_id: number;
  readonly name?: string;
  readonly hostname?: string;
  readonly ip?: string | null;
  readonly connected?: boolean;
  readonly connected_at?: Date;
  readonly disconnected_at?: Date;
  readonly seen_at?: Date;
  readonly stream_id?: string;
  readonly core_id?: string | null;
  readonly revoked_at?: Date | null;
  readonly removed_at?: Date | null;
  readonly created_at?: Date;
}

interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Inserts gateways without an agent; unless the columns say otherwise, they never connected. Returns their ids. */
export async function givenGatewayRows(database: Queryable, columns: Columns, count = 1): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), kind: 'gateway', hostname: 'edge', version: '1.0.0', created_at: new Date() },
    ...columns,
  }));
  for (const row of rows) {
    const values = Object.values({ ...row, credential_hash: randomBytes(32) });
    const places = values.map((_, index) => `$${index + 1}`).join();
    await database.query(
      `insert into component (${Object.keys(row).join()}, credential_hash) values (${places})`,
      values,
    );
    await database.query('insert into gateway (id) values ($1)', [row.id]);
  }
  return rows.map(({ id }) => id);
}
