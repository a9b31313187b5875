import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { portable, signCheckpoint } from './checkpoints.ts';
import { continues, contradictionOf, type ExternalCopy } from './contradictions.ts';
import { findProblem } from './problem.queries.ts';
import { type Reporting, reportProblem } from './report-problem.ts';
import { readSigningKey, replaceSigningKey, type SigningKey } from './signing-key.ts';

/**
 * Signs the log as it is, unless there is nothing new or something is wrong with it: that is reported instead. `copy` is
 * the checkpoint in the data folder.
 */
export async function signLog(tx: Tx, copy: ExternalCopy, means: Reporting): Promise<LogCheckpoint | undefined> {
  await queries.lockSigning(tx);
  const [head, former] = [await queries.findHead(tx), await queries.findLastCheckpoint(tx)];
  if (!head) return undefined;
  const key = await keyToSignWith(tx, copy, means);
  if (!key || head.id === former?.entry_id) return undefined;
  if (!(await continues(tx, former))) {
    const place = { number: former?.number ?? 0, entry_id: former?.entry_id ?? 0 };
    return void (await reportProblem(tx, { kind: 'altered', ...place }, copy, means));
  }
  const number = (former?.number ?? 0) + 1;
  const unsigned = { number, at: means.clock.now(), entry_id: head.id, hash: head.hash, acknowledged: null };
  const checkpoint = signCheckpoint(key, unsigned, former);
  await queries.insertCheckpoint(tx, checkpoint);
  return portable(key, checkpoint, former);
}

/** Undefined when nothing may be signed. */
async function keyToSignWith(tx: Tx, copy: ExternalCopy, means: Reporting): Promise<SigningKey | undefined> {
  if (await findProblem(tx)) return undefined;
  const key = await readSigningKey(tx, means.cipher);
  const contradiction = await contradictionOf(tx, key, copy);
  if (contradiction) return void (await reportProblem(tx, contradiction, copy, means));
  return key === undefined || key === 'unreadable' ? replaceSigningKey(tx, means.cipher) : key;
}
