import { bySystem } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Contradiction, ExternalCopy } from './contradictions.ts';
import { insertProblem } from './problem.queries.ts';
import { storeEvidence } from './problem-evidence.ts';

export interface ReportDependencies {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
}

/** Stores the problem with the checkpoint that shows it, unless a problem is stored already. */
export async function reportProblem(
  tx: Tx,
  { kind, number, entry_id }: Contradiction,
  copy: ExternalCopy,
  { secrets, clock, events, log }: ReportDependencies,
): Promise<void> {
  if (!(await insertProblem(tx, { kind, number, entry_id, since: clock.now() }))) return;
  await storeEvidence(tx, copy, secrets);
  log.error({ problem: kind, number, entry: entry_id }, 'the activity log contradicts its last checkpoint');
  await events.publish(tx, 'activity-log.problem-found', bySystem, { problem: kind, number, entry_id });
}
