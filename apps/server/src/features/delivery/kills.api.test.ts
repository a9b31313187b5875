import { once } from 'node:events';
import { expect, inject, it } from 'vitest';
import { startReceiver } from '../../../test/receiver.ts';
import { spawnCore } from '../../../test/spawn-core.ts';
import { createStartedDatabase, type TestDatabase } from '../../../test/test-database.ts';

const kills = 2;
const entriesPerKill = 1_000;

async function append(database: TestDatabase, count: number): Promise<void> {
  const entry = { at: new Date(), event: 'group_added', module: 'gatewarden' };
  const entries = JSON.stringify(Array.from({ length: count }, () => entry));
  await database.query('select append_activity($1::jsonb)', [entries]);
}

it('loses and reorders nothing while cores are killed', async () => {
  await using database = await createStartedDatabase();
  await using receiver = await startReceiver();
  await database.query(`with added as (
      insert into delivery_destination (kind, is_enabled, position) values ('stream', true, 0) returning id)
    insert into activity_stream (id, name, stream_type, url)
    select id, 'Collector', 'vector_http', '${receiver.url}' from added`);
  const environment = {
    DATABASE_URL: database.url,
    GATEWARDEN_SECRET_KEY: inject('started').secretKey,
    GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  for (let count = 1; count <= kills; count += 1) {
    await append(database, entriesPerKill);
    await using core = spawnCore(environment);
    await receiver.waitFor(receiver.received.length + 3);
    core.process.kill('SIGKILL');
    await once(core.process, 'exit');
  }
  await append(database, entriesPerKill);
  const [{ last } = { last: 0 }] = (await database.query('select max(id)::integer as last from activity_entry')) as {
    last: number;
  }[];
  await using _core = spawnCore(environment);
  const ids = () =>
    receiver.received.flatMap(({ body }) =>
      body
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).id as number),
    );
  await receiver.waitUntil(() => ids().at(-1) === last);
  const first = [...new Set(ids())];
  expect(first).toEqual(Array.from({ length: last }, (_, index) => index + 1));
});
