import { setTimeout as wait } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../apps/server/test/receiver.ts';
import { quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { atLeast, atMost, type Measure, type Reading } from '../measure.ts';

/** How fast, how late and how completely a collector receives the activity log. */
export const delivery: Measure = {
  name: 'delivery',
  async *run(instance) {
    await using collector = await startCollector();
    await addStream(instance, collector.url);
    yield* measureRate(instance, collector);
    yield* measureLag(instance, collector);
    yield* measureKills(instance, collector);
    await instance.query("delete from delivery_destination where kind = 'stream'");
  },
};

interface Collector extends AsyncDisposable {
  readonly url: string;
  /** When each entry arrived first, by its number. */
  readonly arrivals: ReadonlyMap<number, number>;
  waitFor(entryId: number): Promise<void>;
}

async function startCollector(): Promise<Collector> {
  const arrivals = new Map<number, number>();
  const receiver: Receiver = await startReceiver();
  let read = 0;
  const readNew = () => {
    const now = performance.now();
    for (; read < receiver.received.length; read += 1) {
      for (const [, id] of (receiver.received[read]?.body ?? '').matchAll(/^\{"id":(\d+),/gm))
        if (!arrivals.has(Number(id))) arrivals.set(Number(id), now);
    }
  };
  return {
    url: receiver.url,
    arrivals,
    waitFor: (entryId) =>
      receiver.waitUntil(() => {
        readNew();
        return arrivals.has(entryId);
      }),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

/** It receives the entries from now on. */
async function addStream({ query }: BenchInstance, url: string): Promise<void> {
  await query(
    `with added as (
       insert into delivery_destination (kind, is_enabled, position)
       select 'stream', true, max(id) from activity_entry returning id)
     insert into activity_stream (id, name, stream_type, url) select id, 'Bench', 'vector_http', $1 from added`,
    [url],
  );
}

/** Returns the number of the last one. */
async function append({ query }: BenchInstance, count: number): Promise<number> {
  const entry = {
    ...{ at: new Date(), event: 'user_login', module: 'gatewarden', username: 'ada', ip: '192.0.2.7' },
    device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    metadata: { before: { name: 'a'.repeat(100) }, after: { name: 'b'.repeat(100) } },
  };
  // as a commit of core: it notifies all replicas
  await query(`select append_activity($1::jsonb), pg_notify('gatewarden_event', '{"type":"group.added"}')`, [
    JSON.stringify(Array.from({ length: count }, () => entry)),
  ]);
  const [row] = await query<{ last: number }>('select max(id)::integer as last from activity_entry');
  return row?.last ?? 0;
}

async function* measureRate(instance: BenchInstance, collector: Collector): AsyncGenerator<Reading, void, void> {
  const count = instance.quick ? 2_000 : 20_000;
  await instance.query("update delivery_destination set is_enabled = false where kind = 'stream'");
  let last = 0;
  for (let added = 0; added < count; added += 500) last = await append(instance, 500);
  await instance.query("update delivery_destination set is_enabled = true where kind = 'stream'");
  const startedAt = performance.now();
  await collector.waitFor(last);
  const seconds = (performance.now() - startedAt) / 1_000;
  yield { name: 'entries to one stream', value: count / seconds, unit: '1/s', budget: atLeast(2_000) };
}

/** With 200 entries a second. */
async function* measureLag(instance: BenchInstance, collector: Collector): AsyncGenerator<Reading, void, void> {
  const batches = instance.quick ? 10 : 100;
  const appended = new Map<number, number>();
  let last = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    last = await append(instance, 20);
    appended.set(last, performance.now());
    await wait(100);
  }
  await collector.waitFor(last);
  const lags = [...appended].map(([id, at]) => Math.max(0, (collector.arrivals.get(id) ?? Infinity) - at));
  yield {
    name: 'lag of a stream at 200 entries a second, p95',
    value: quantile(lags, 0.95),
    unit: 'ms',
    budget: atMost(1_000),
  };
}

async function* measureKills(instance: BenchInstance, collector: Collector): AsyncGenerator<Reading, void, void> {
  const kills = instance.quick ? 2 : 50;
  const first = (await append(instance, 1)) + 1;
  let last = first;
  for (let kill = 0; kill < kills; kill += 1) {
    last = await append(instance, 500);
    // in the middle of the delivery
    await collector.waitFor(last - 400 + ((kill * 37) % 400));
    await instance.kill();
  }
  last = await append(instance, 1);
  await collector.waitFor(last);
  let lost = 0;
  for (let id = first; id <= last; id += 1) if (!collector.arrivals.has(id)) lost += 1;
  yield { name: `entries lost by ${kills} kills of core`, value: lost, unit: '', budget: atMost(0) };
}
