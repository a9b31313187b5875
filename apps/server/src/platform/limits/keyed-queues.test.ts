import { expect, it } from 'vitest';
import { createKeyedQueues } from './keyed-queues.ts';

function createQueues(options: { maxWaiting?: number; waitMilliseconds?: number } = {}) {
  const queues = createKeyedQueues({ inFlight: 2, maxWaiting: 2, waitMilliseconds: 60_000, ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    end: (name: string) => ends.get(name)?.(),
    /** Resolves with the outcome. */
    run: (name: string, signal?: AbortSignal) =>
      queues
        .run(
          name.slice(0, 1),
          () => {
            started.push(name);
            return new Promise<void>((resolve) => ends.set(name, resolve));
          },
          signal,
        )
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
  };
}

it('limits running and waiting work per key and refuses more; other keys do not wait', async () => {
  const { run, started, end } = createQueues();
  const outcomes = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((name) => run(name));
  expect(await outcomes[4]).toBe('rate_limited');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  expect(await outcomes[1]).toBe('done');
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it.each([
  ['after the wait', 20, () => undefined],
  ['when the client disconnects', 60_000, (client: AbortController) => client.abort()],
])('rejects waiting work %s and frees its place in the queue', async (_, waitMilliseconds, disconnect) => {
  const { run, started, end } = createQueues({ waitMilliseconds });
  const first = [run('a1'), run('a2')];
  const client = new AbortController();
  const waiting = [run('a3', client.signal), run('a4', client.signal)];
  disconnect(client);
  expect(await Promise.all(waiting)).toEqual(['rate_limited', 'rate_limited']);
  const next = run('a5');
  for (const name of ['a1', 'a2']) end(name);
  expect(await Promise.all(first)).toEqual(['done', 'done']);
  await expect.poll(() => started).toEqual(['a1', 'a2', 'a5']);
  end('a5');
  expect(await next).toBe('done');
});
