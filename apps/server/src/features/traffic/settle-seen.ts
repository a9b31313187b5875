import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { bucketStart } from './buckets.ts';
import * as queries from './seen.queries.ts';

/** Changes per transaction. Each is one report, or a thousand devices of a former release. */
const changesPerBatch = 20;

/**
 * Applies all changes of traffic that were committed before the call to when users and devices were last seen. Safe to
 * repeat, and on several replicas at the same time: later ones wait.
 */
export async function settleSeen(db: Database): Promise<void> {
  if (!(await queries.hasSeenChanges(db))) return;
  let taken: number;
  do taken = await inTransaction(db, settleBatch);
  while (taken === changesPerBatch);
}

/** Returns the number of changes. Changes that are committed meanwhile may be applied twice, which has no effect. */
async function settleBatch(tx: Tx): Promise<number> {
  await queries.lockSeen(tx);
  const changes = await queries.takeSeenChanges(tx, changesPerBatch);
  if (changes.length === 0) return 0;
  const deviceIds = [...new Set(changes.flat())];
  const formerDevices = await queries.deleteSeenDevices(tx, deviceIds);
  const devices = await queries.insertSeenDevices(tx, deviceIds);
  const userIds = [...new Set([...formerDevices, ...devices].map((row) => row.user_id))];
  const formerUsers = await queries.deleteSeenUsers(tx, userIds);
  const users = await queries.insertSeenUsers(tx, userIds);
  const deltas = deltasOf([...formerDevices, ...formerUsers], [...devices, ...users]);
  if (deltas.length > 0) await queries.addSeenCounts(tx, deltas);
  return changes.length;
}

/** What is added to the counts when the rows `former` are replaced by `rows`. */
function deltasOf(former: readonly queries.SeenRow[], rows: readonly queries.SeenRow[]): queries.SeenDelta[] {
  const sums = new Map<string, { -readonly [Key in keyof queries.SeenDelta]: queries.SeenDelta[Key] }>();
  const sumAt = (subject: queries.SeenRow['subject'], at: Date) => {
    const minute = bucketStart(at, 'minute');
    const key = `${subject} ${minute.getTime()}`;
    const sum = sums.get(key) ?? { subject, minute, handshakes: 0, allowedHandshakes: 0 };
    sums.set(key, sum);
    return sum;
  };
  const add = ({ subject, latest_handshake, latest_allowed_handshake }: queries.SeenRow, count: number) => {
    sumAt(subject, latest_handshake).handshakes += count;
    if (latest_allowed_handshake) sumAt(subject, latest_allowed_handshake).allowedHandshakes += count;
  };
  for (const row of former) add(row, -1);
  for (const row of rows) add(row, 1);
  return [...sums.values()].filter((sum) => sum.handshakes !== 0 || sum.allowedHandshakes !== 0);
}
