import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { signCheckpoint, toLogCheckpoint } from './checkpoints.ts';
import type { ExternalCopy } from './contradictions.ts';
import * as problems from './problem.queries.ts';
import { decryptEvidence } from './problem-evidence.ts';
import type { ReportDependencies } from './report-problem.ts';
import { readSigningKey, replaceSigningKey } from './signing-key.ts';
import { computeAcknowledgedState } from './verify-activity.ts';

interface AcknowledgeInput extends ReportDependencies {
  readonly origin: Origin;
  /** The copy in the data folder of this core; another core may have found the problem. */
  readonly copy: ExternalCopy;
}

/**
 * Verifies the whole log, against this core's checkpoint and the one of the core that found the problem, and signs a
 * checkpoint that begins the chain again. Undefined when there is no problem, or when it was dropped because nothing is
 * broken.
 */
export async function acknowledgeProblem(tx: Tx, given: AcknowledgeInput): Promise<LogCheckpoint | undefined> {
  const { origin, copy, cipher, clock, events, log } = given;
  await queries.lockSigning(tx);
  const problem = await problems.findProblem(tx);
  const head = await queries.findHead(tx);
  if (!problem || !head) return undefined;
  const evidence = decryptEvidence(await problems.findEvidence(tx), cipher);
  const stored = await readSigningKey(tx, cipher);
  const state = await computeAcknowledgedState(tx, stored, [copy, evidence], head.id);
  await problems.deleteProblem(tx);
  if (state.broken.length === 0) {
    log.warn({ problem: problem.kind, number: problem.number }, 'a log problem was dropped: the log is whole');
    return undefined;
  }
  const key = !stored || stored === 'unreadable' ? await replaceSigningKey(tx, cipher) : stored;
  const former = await queries.findLastCheckpoint(tx);
  // above every number that a core may remember, so that each of them accepts it
  const remembered = [copy, evidence].map((one) => (one === 'unreadable' ? 0 : (one?.number ?? 0)));
  const number = Math.max(former?.number ?? 0, problem.number, ...remembered) + 1;
  const { kind, since, ...place } = problem;
  const by = origin.by === 'system' ? (origin.device ?? 'system') : origin.by.username;
  const acknowledged = JSON.stringify({ problem: kind, ...place, since: since.toISOString(), by, ...state });
  const unsigned = { number, at: clock.now(), entry_id: head.id, hash: head.hash, acknowledged };
  const checkpoint = signCheckpoint(key, unsigned, former);
  await queries.insertCheckpoint(tx, checkpoint);
  await events.publish(tx, 'activity-log.problem-acknowledged', origin, { problem: kind, ...place });
  return toLogCheckpoint(key, checkpoint, former);
}
