import { expect, it } from 'vitest';
import { createKeyedQueues } from './keyed-queues.ts';

function givenLines(options: { maxWaiting?: number; waitMilliseconds?: number } = {}) {
  const lines = createKeyedQueues({ inFlight: 2, maxWaiting: 2, waitMilliseconds: 60_000, ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    end: (name: string) => ends.get(name)?.(),
    /** What became of it, in the end. */
    run: (name: string, signal?: AbortSignal) =>
      lines
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

it('runs few of a key at the same time, lets few wait and refuses more; other keys do not wait', async () => {
  const { run, started, end } = givenLines();
  const outcomes = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((name) => run(name));
  expect(await outcomes[4]).toBe('rate_limited');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  expect(await outcomes[1]).toBe('done');
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it.each([
  ['after the wait', 20, () => undefined],
  ['when the client goes', 60_000, (client: AbortController) => client.abort()],
])('gives up %s, and the place in the line is free again', async (_, waitMilliseconds, goAway) => {
  const { run, started, end } = givenLines({ waitMilliseconds });
  const first = [run('a1'), run('a2')];
  const client = new AbortController();
  const waiting = [run('a3', client.signal), run('a4', client.signal)];
  goAway(client);
  expect(await Promise.all(waiting)).toEqual(['rate_limited', 'rate_limited']);
  const next = run('a5');
  for (const name of ['a1', 'a2']) end(name);
  expect(await Promise.all(first)).toEqual(['done', 'done']);
  await expect.poll(() => started).toEqual(['a1', 'a2', 'a5']);
  end('a5');
  expect(await next).toBe('done');
});
