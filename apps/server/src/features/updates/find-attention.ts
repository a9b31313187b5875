import type { Clock } from '../../ports/clock.ts';
import type { AttentionFacts } from '../feature.ts';
import type { UpdatesService } from './updates.service.ts';

/** A server that does not answer for a while is no concern of an administrator. */
const unreachableMilliseconds = 24 * 3_600_000;

/** The release that is newer than core. */
export async function findAvailable(updates: Pick<UpdatesService, 'find'>): Promise<AttentionFacts[]> {
  const known = await updates.find();
  if (!known) return [];
  const { version, critical } = known.update;
  return [{ severity: critical ? 'danger' : 'info', since: known.foundAt, details: { version, critical } }];
}

/** A feed that is not accepted, or that could not be read for a day. */
export async function findFailing(
  updates: Pick<UpdatesService, 'findProblem'>,
  clock: Pick<Clock, 'now'>,
): Promise<AttentionFacts[]> {
  const found = await updates.findProblem();
  if (!found) return [];
  const { problem, since } = found;
  const milliseconds = since ? clock.now().getTime() - since.getTime() : 0;
  if (problem === 'unreachable' && milliseconds < unreachableMilliseconds) return [];
  return [{ severity: 'warning', since, details: { problem } }];
}
