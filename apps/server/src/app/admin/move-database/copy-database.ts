import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { destroyConnection } from '../../../platform/database/connection-internals.ts';
import { StartError } from '../../../platform/start-error.ts';
import {
  addForeignKeys,
  countRows,
  disableTriggers,
  dropForeignKeys,
  enableTriggers,
  listForeignKeys,
  listSequences,
  listTables,
  setSequences,
  type Table,
  truncate,
} from './catalog.queries.ts';

export interface CopiedTable {
  /** With its schema, as SQL names it. */
  readonly name: string;
  readonly rows: number;
}

/**
 * Copies all rows and sequences of `source` to `target`, which must have the same schema, and compares the number of
 * rows of each table. No other session may write to either database. Rows that migrations inserted into `target` are
 * replaced. If the copy fails, nothing is changed. The connections cannot be used afterwards.
 * @throws StartError if the schemas differ or a row is missing
 */
export async function copyDatabase(source: pg.ClientBase, target: pg.ClientBase): Promise<CopiedTable[]> {
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin');
  try {
    const tables = await listMatchingTables(source, target);
    const foreignKeys = await listForeignKeys(target);
    await truncate(target, tables);
    await dropForeignKeys(target, foreignKeys);
    await disableTriggers(target, tables);
    for (const table of tables) await copyTable(source, target, table);
    await setSequences(target, await listSequences(source));
    await enableTriggers(target, tables);
    await addForeignKeys(target, foreignKeys);
    const copied = await verifyCounts(source, target, tables);
    await target.query('commit');
    return copied;
  } catch (error) {
    // instead of a rollback: the source may still be sending rows, and the target may be gone
    for (const client of [source, target]) destroyConnection(client);
    throw error;
  }
}

async function listMatchingTables(source: pg.ClientBase, target: pg.ClientBase): Promise<Table[]> {
  const [ours, theirs] = [await listTables(source), await listTables(target)];
  const shapes = new Map(theirs.map(({ name, columns }) => [name, columns]));
  const differing = ours.find(({ name, columns }) => shapes.get(name) !== columns);
  if (differing) throw new StartError(`The table ${differing.name} differs from the one that this release makes.`);
  return ours;
}

async function copyTable(source: pg.ClientBase, target: pg.ClientBase, { name, columns }: Table): Promise<void> {
  await pipeline(
    source.query(to(`copy ${name} (${columns}) to stdout`)),
    target.query(from(`copy ${name} (${columns}) from stdin`)),
  );
}

async function verifyCounts(source: pg.ClientBase, target: pg.ClientBase, tables: readonly Table[]) {
  const copied: CopiedTable[] = [];
  for (const { name } of tables) {
    const [before, after] = [await countRows(source, name), await countRows(target, name)];
    if (before !== after) throw new StartError(`The table ${name} has ${before} rows, and its copy ${after}.`);
    copied.push({ name, rows: after });
  }
  return copied;
}
