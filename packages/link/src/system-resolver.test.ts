import { expect, it } from 'vitest';
import { createResolveHost } from './system-resolver.ts';

it('resolves a local host name to its addresses', async () => {
  expect(await createResolveHost()('localhost')).toContain('127.0.0.1');
});

it('returns the last known addresses while the resolver fails or does not answer', async () => {
  const answers: Promise<string[]>[] = [
    Promise.resolve(['192.0.2.1', '192.0.2.2']),
    Promise.reject(new Error('SERVFAIL')),
    new Promise(() => undefined),
    Promise.resolve(['192.0.2.3']),
  ];
  answers[1]?.catch(() => undefined);
  const resolve = createResolveHost(() => answers.shift() ?? Promise.reject(new Error('no more')), 10);
  const results = [await resolve('core'), await resolve('core'), await resolve('core'), await resolve('core')];
  const first = ['192.0.2.1', '192.0.2.2'];
  expect(results).toEqual([first, first, first, ['192.0.2.3']]);
});

it('rejects if the name was never resolved', async () => {
  const resolve = createResolveHost(() => Promise.reject(new Error('ENOTFOUND')));
  await expect(resolve('core')).rejects.toThrow('ENOTFOUND');
});
