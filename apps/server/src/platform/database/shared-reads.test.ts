import { expect, it } from 'vitest';
import { shareReads } from './shared-reads.ts';

/** Reads that end when the test says so, and the keys of each. */
function heldReads() {
  const started: { keys: readonly string[]; end(found: Record<string, string>): void; fail(error: Error): void }[] = [];
  const read = shareReads<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    started.push({ keys, end: (found) => resolve(new Map(Object.entries(found))), fail: reject });
    return promise;
  });
  /** Resolves with the nth read when it began. */
  const nth = async (n: number) => {
    await expect.poll(() => started.length).toBeGreaterThan(n);
    const found = started[n];
    if (!found) throw new Error('not started');
    return found;
  };
  return { read, nth, started };
}

it('reads a single key at once', async () => {
  const { read, nth } = heldReads();
  const a = read('a');
  const first = await nth(0);
  expect(first.keys).toEqual(['a']);
  first.end({ a: 'A' });
  expect(await a).toBe('A');
});

it('reads keys that are requested while a read runs together, after it', async () => {
  const { read, nth, started } = heldReads();
  const first = read('a');
  await nth(0);
  const later = ['b', 'missing', 'b', 'a'].map(read);
  // the second request for `a` must not receive what was read before it
  expect(started).toHaveLength(1);
  started[0]?.end({ a: 'old' });
  const second = await nth(1);
  expect(second.keys.toSorted()).toEqual(['a', 'b', 'missing']);
  second.end({ a: 'new', b: 'B' });
  expect([await first, ...(await Promise.all(later))]).toEqual(['old', 'B', undefined, 'B', 'new']);
  expect(started).toHaveLength(2);
});

it('reads at most 100 keys with one statement', async () => {
  const { read, nth, started } = heldReads();
  const first = read('first');
  await nth(0);
  const later = Array.from({ length: 250 }, (_, key) => read(`${key}`));
  started[0]?.end({});
  for (let n = 1; n <= 3; n += 1) {
    (await nth(n)).end({});
    // one after another: they share the connections with everything else
    expect(started).toHaveLength(n + 1);
  }
  expect(started.slice(1).map(({ keys }) => keys.length)).toEqual([100, 100, 50]);
  await Promise.all([first, ...later]);
});

it('fails with the read, and reads again afterwards', async () => {
  const { read, nth } = heldReads();
  const [a, b] = [read('a'), read('b')];
  (await nth(0)).fail(new Error('connection lost'));
  for (const each of await Promise.allSettled([a, b]))
    expect(each).toMatchObject({ status: 'rejected', reason: { message: 'connection lost' } });
  const again = read('a');
  (await nth(1)).end({ a: 'A' });
  expect(await again).toBe('A');
});

it('refuses more than 1,000 that wait', async () => {
  const { read, nth } = heldReads();
  const waiting = Array.from({ length: 1_000 }, (_, key) => read(`${key}`));
  await expect(read('more')).rejects.toMatchObject({ code: 'database_busy' });
  for (let n = 0; n < 10; n += 1) (await nth(n)).end({});
  await Promise.all(waiting);
  const next = read('more');
  (await nth(10)).end({ more: 'M' });
  expect(await next).toBe('M');
});
