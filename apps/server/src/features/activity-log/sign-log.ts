import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { signCheckpoint, toLogCheckpoint } from './checkpoints.ts';
import { type ExternalCopy, findContradiction, isChainIntactAfter } from './contradictions.ts';
import { findProblem } from './problem.queries.ts';
import { type ReportDependencies, reportProblem } from './report-problem.ts';
import { readSigningKey, replaceSigningKey, type SigningKey } from './signing-key.ts';

/**
 * Signs the log as it is, unless there is nothing new or something is wrong with it: that is reported instead. `copy` is
 * the checkpoint in the data folder.
 */
export async function signLog(
  tx: Tx,
  copy: ExternalCopy,
  means: ReportDependencies,
): Promise<LogCheckpoint | undefined> {
  await queries.lockSigning(tx);
  const [head, former] = [await queries.findHead(tx), await queries.findLastCheckpoint(tx)];
  if (!head) return undefined;
  const key = await prepareSigningKey(tx, copy, means);
  if (!key || head.id === former?.entry_id) return undefined;
  if (!(await isChainIntactAfter(tx, former))) {
    const place = { number: former?.number ?? 0, entry_id: former?.entry_id ?? 0 };
    return void (await reportProblem(tx, { kind: 'altered', ...place }, copy, means));
  }
  const number = (former?.number ?? 0) + 1;
  const unsigned = { number, at: means.clock.now(), entry_id: head.id, hash: head.hash, acknowledged: null };
  const checkpoint = signCheckpoint(key, unsigned, former);
  await queries.insertCheckpoint(tx, checkpoint);
  return toLogCheckpoint(key, checkpoint, former);
}

/** Undefined when nothing may be signed. */
async function prepareSigningKey(
  tx: Tx,
  copy: ExternalCopy,
  means: ReportDependencies,
): Promise<SigningKey | undefined> {
  if (await findProblem(tx)) return undefined;
  const key = await readSigningKey(tx, means.cipher);
  const contradiction = await findContradiction(tx, key, copy);
  if (contradiction) return void (await reportProblem(tx, contradiction, copy, means));
  return key === undefined || key === 'unreadable' ? replaceSigningKey(tx, means.cipher) : key;
}
