import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { signCheckpoint, toLogCheckpoint } from './checkpoints.ts';
import type { ExternalCopy } from './contradictions.ts';
import * as problems from './problem.queries.ts';
import { deleteEvidence, readEvidence } from './problem-evidence.ts';
import type { ReportDependencies } from './report-problem.ts';
import { readSigningKey, replaceSigningKey } from './signing-key.ts';
import { computeAcknowledgedState } from './verify-activity.ts';

interface AcknowledgeInput extends ReportDependencies {
  readonly origin: Origin;
  /** The copy in the data folder of this core; another core may have found the problem. */
  readonly copy: ExternalCopy;
}

/**
 * Verifies the whole log against this core's checkpoint and the one of the core that found the problem. Signs a
 * checkpoint that restarts the chain. Undefined if there is no problem, or if it was dropped because nothing is broken.
 */
export async function acknowledgeProblem(tx: Tx, input: AcknowledgeInput): Promise<LogCheckpoint | undefined> {
  const { origin, copy, secrets, clock, events, log } = input;
  await queries.lockSigning(tx);
  const problem = await problems.findProblem(tx);
  const head = await queries.findHead(tx);
  if (!problem || !head) return undefined;
  const evidence = await readEvidence(tx, secrets);
  const stored = await readSigningKey(tx, secrets);
  const state = await computeAcknowledgedState(tx, stored, [copy, evidence], head.id);
  await problems.deleteProblem(tx);
  await deleteEvidence(tx, secrets);
  if (state.broken.length === 0) {
    log.warn({ problem: problem.kind, number: problem.number }, 'dropped a log problem: the log is intact');
    return undefined;
  }
  const key = !stored || stored === 'unreadable' ? await replaceSigningKey(tx, secrets) : stored;
  const previous = await queries.findLastCheckpoint(tx);
  // higher than every number that a core may have stored, so that all cores accept it
  const storedNumbers = [copy, evidence].map((external) => (external === 'unreadable' ? 0 : (external?.number ?? 0)));
  const number = Math.max(previous?.number ?? 0, problem.number, ...storedNumbers) + 1;
  const { kind, since, ...position } = problem;
  const by = origin.by === 'system' ? (origin.device ?? 'system') : origin.by.username;
  const acknowledged = JSON.stringify({ problem: kind, ...position, since: since.toISOString(), by, ...state });
  const unsigned = { number, at: clock.now(), entry_id: head.id, hash: head.hash, acknowledged };
  const checkpoint = signCheckpoint(key, unsigned, previous);
  await queries.insertCheckpoint(tx, checkpoint);
  await events.publish(tx, 'activity-log.problem-acknowledged', origin, { problem: kind, ...position });
  return toLogCheckpoint(key, checkpoint, previous);
}
