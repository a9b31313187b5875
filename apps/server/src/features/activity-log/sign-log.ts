import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { signCheckpoint, toLogCheckpoint } from './checkpoints.ts';
import { type ExternalCopy, findContradiction, isChainIntactAfter } from './contradictions.ts';
import { findProblem } from './problem.queries.ts';
import { type ReportDependencies, reportProblem } from './report-problem.ts';
import { readSigningKey, replaceSigningKey, type SigningKey } from './signing-key.ts';

/**
 * Signs the current log, unless nothing is new or the log is broken, which is reported instead. `copy` is the checkpoint
 * in the data folder.
 */
export async function signLog(
  tx: Tx,
  copy: ExternalCopy,
  dependencies: ReportDependencies,
): Promise<LogCheckpoint | undefined> {
  await queries.lockSigning(tx);
  const [head, previous] = [await queries.findHead(tx), await queries.findLastCheckpoint(tx)];
  if (!head) return undefined;
  const key = await prepareSigningKey(tx, copy, dependencies);
  if (!key || head.id === previous?.entry_id) return undefined;
  if (!(await isChainIntactAfter(tx, previous))) {
    const position = { number: previous?.number ?? 0, entry_id: previous?.entry_id ?? 0 };
    return void (await reportProblem(tx, { kind: 'altered', ...position }, copy, dependencies));
  }
  const number = (previous?.number ?? 0) + 1;
  const unsigned = { number, at: dependencies.clock.now(), entry_id: head.id, hash: head.hash, acknowledged: null };
  const checkpoint = signCheckpoint(key, unsigned, previous);
  await queries.insertCheckpoint(tx, checkpoint);
  return toLogCheckpoint(key, checkpoint, previous);
}

/** Undefined if nothing may be signed. */
async function prepareSigningKey(
  tx: Tx,
  copy: ExternalCopy,
  dependencies: ReportDependencies,
): Promise<SigningKey | undefined> {
  if (await findProblem(tx)) return undefined;
  const key = await readSigningKey(tx, dependencies.secrets);
  const contradiction = await findContradiction(tx, key, copy);
  if (contradiction) return void (await reportProblem(tx, contradiction, copy, dependencies));
  return key === undefined || key === 'unreadable' ? replaceSigningKey(tx, dependencies.secrets) : key;
}
