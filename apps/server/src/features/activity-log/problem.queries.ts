import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Contradiction } from './contradictions.ts';

export interface ProblemRow extends Contradiction {
  readonly since: Date;
}

const columns = ['number', 'entry_id', 'since', sql<LogProblemKind>`kind`.as('kind')] as const;

export function findProblem(db: Database | Tx): Promise<ProblemRow | undefined> {
  return db.selectFrom('activity_problem').select(columns).executeTakeFirst();
}

/** Does nothing if there is one already. Returns whether it was inserted. */
export async function insertProblem(tx: Tx, problem: ProblemRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('activity_problem')
    .values({ ...problem })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteProblem(tx: Tx): Promise<void> {
  await tx.deleteFrom('activity_problem').execute();
}
