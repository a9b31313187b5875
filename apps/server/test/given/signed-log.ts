import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activityLogEvents } from '../../src/features/activity-log/activity-log.events.ts';
import {
  type CheckpointRow,
  findHead,
  findLastCheckpoint,
  insertCheckpoint,
} from '../../src/features/activity-log/chain.queries.ts';
import {
  createExternalCheckpoint,
  type ExternalCheckpoint,
} from '../../src/features/activity-log/external-checkpoint.ts';
import { createLogCheckpoints } from '../../src/features/activity-log/log-checkpoints.ts';
import { recordActivity } from '../../src/features/activity-log/record-activity.ts';
import { signActivity } from '../../src/features/activity-log/sign-activity.job.ts';
import type { EventRule } from '../../src/features/event-rules.ts';
import { inTransaction, openDatabase, openPool } from '../../src/platform/database/database.ts';
import { createEvents } from '../../src/platform/events/events.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openSecrets } from '../../src/platform/secrets/open-secrets.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestDatabase } from '../test-database.ts';

type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>;

/** A log of 10 entries with checkpoints after the 4th and the 8th, an hour apart; the clock is half an hour later. */
export async function givenLog() {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-log-'));
  made.defer(() => rm(folder, { recursive: true }));
  let cores = 0;
  const database = made.use(await createTestDatabase());
  const pool = openPool({ connection: database.connection, maxConnections: 3, onIdleError: () => undefined });
  made.defer(() => pool.end());
  const db = openDatabase(pool);
  const { secrets } = await openSecrets(db, randomBytes(32));
  const clock = createTestClock('2030-01-01T00:00:00Z');
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const events = createEvents({ listen: () => () => undefined }, log);
  const rules: Readonly<Record<string, EventRule<never>>> = activityLogEvents;
  recordActivity({ events, clock, findEventRule: (type) => rules[type] });

  /** A core with a separate data folder, like a replica. `wrap` observes the copy of the checkpoint in that folder. */
  async function startCore(wrap = (external: ExternalCheckpoint) => external) {
    cores += 1;
    const dataDir = join(folder, String(cores));
    const checkpoints = createLogCheckpoints({
      ...{ db, secrets, clock, events, log },
      external: wrap(createExternalCheckpoint(dataDir)),
    });
    return { ...checkpoints, file: join(dataDir, 'activity-checkpoint.json') };
  }
  async function append(count: number): Promise<void> {
    await database.query(
      `select append_activity(jsonb_agg(jsonb_build_object('at', $2::timestamptz, 'username', 'una',
        'ip', '192.0.2.7', 'event', 'user_login', 'module', 'gatewarden', 'metadata', jsonb_build_object('nth', n))))
        from generate_series(1, $1) n`,
      [count, clock.now()],
    );
  }
  const core = await startCore();
  for (let round = 0; round < 2; round += 1) {
    await append(4);
    clock.advance({ hours: 1 });
    await core.sign();
  }
  await append(2);
  clock.advance({ minutes: 30 });
  const rest = made.move();
  return {
    core,
    startCore,
    clock,
    secrets,
    db,
    /** Adds a checkpoint of an earlier release, which `make` signs after the newest entry and the last checkpoint. */
    addCheckpoint: (make: (head: Head, former: CheckpointRow | undefined) => CheckpointRow) =>
      inTransaction(db, async (tx) => {
        const head = await findHead(tx);
        if (!head) throw new Error('the log is empty');
        await insertCheckpoint(tx, make(head, await findLastCheckpoint(tx)));
      }),
    append,
    lines,
    job: () => signActivity(core).run({ db, clock, log }, {}),
    schedule: signActivity(core).schedule,
    database,
    /** Changes rows as an attacker with write access to the database. */
    tamper: (statement: string) => database.query(statement),
    /** Verifies as a core without a copy in its data folder. */
    verify: async () => (await startCore()).verify(),
    events: async (type: string) =>
      (await database.query('select event, metadata from activity_entry where event = $1', [type])) as {
        metadata: Record<string, unknown>;
      }[],
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** Recomputes the hashes from an entry on, as an attacker who knows the format can. */
export const rehash = (from: number) => `do $$ declare entry activity_entry; former bytea; begin
  for entry in select * from activity_entry where id >= ${from} order by id loop
    select hash into former from activity_entry where id = entry.id - 1;
    update activity_entry set hash = sha256(coalesce(former, ''::bytea) || convert_to(jsonb_build_array(entry.id,
      (extract(epoch from entry.at) * 1000000)::bigint, entry.user_id, entry.username, entry.location, entry.ip::text,
      entry.event, entry.module, entry.device, entry.description, entry.metadata)::text, 'UTF8')) where id = entry.id;
  end loop; end $$`;
