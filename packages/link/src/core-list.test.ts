import { expect, it } from 'vitest';
import { createCoreList } from './core-list.ts';

const inOrder = () => 0;
const names: Record<string, string[]> = {
  'core.example.com': ['192.0.2.1', '2001:db8::1'],
  'b.example.com': ['192.0.2.2'],
};
const resolve = async (name: string) => names[name] ?? Promise.reject(new Error('ENOTFOUND'));
const hostsOf = (endpoints: readonly { readonly host: string }[]) => endpoints.map(({ host }) => host);

function listOf(first: string, ...others: string[]) {
  return createCoreList({ first, others, resolve, random: inOrder });
}

it('lists every address of every name once', async () => {
  const list = listOf('core.example.com:50055', '192.0.2.1:50055', 'b.example.com:50055', '[fe80::1%eth0]:50055');
  expect(hostsOf(await list.nextRound())).toEqual(['192.0.2.1', '2001:db8::1', '192.0.2.2', 'fe80::1%eth0']);
});

it('leaves out names that cannot be resolved, and is empty if none can be resolved', async () => {
  expect(hostsOf(await listOf('gone.example.com:1', 'b.example.com:1').nextRound())).toEqual(['192.0.2.2']);
  expect(await listOf('gone.example.com:1').nextRound()).toEqual([]);
});

it('puts the endpoint that failed last at the end', async () => {
  const list = listOf('192.0.2.1:1', '192.0.2.2:1', '192.0.2.3:1');
  const [first] = await list.nextRound();
  if (first) list.failed(first);
  expect(hostsOf(await list.nextRound())).toEqual(['192.0.2.2', '192.0.2.3', '192.0.2.1']);
});

it('orders the remaining endpoints at random, so that gateways spread over the replicas', async () => {
  const random = [0.9, 0.1, 0.5];
  const list = createCoreList({
    first: '192.0.2.1:1',
    others: ['192.0.2.2:1', '192.0.2.3:1'],
    resolve,
    random: () => random.shift() ?? 0,
  });
  expect(hostsOf(await list.nextRound())).toEqual(['192.0.2.2', '192.0.2.3', '192.0.2.1']);
});

it('replaces the list with valid addresses from core, and retains the address of the token', () => {
  const list = listOf('core.example.com:50055', '192.0.2.9:1');
  const sent = ['192.0.2.2:1', 'nonsense', '127.0.0.1:1', 'localhost:1', '192.0.2.2:1', '[2001:db8::2]:1'];
  expect(list.update(sent)).toBe(true);
  expect(list.addresses).toEqual(['core.example.com:50055', '192.0.2.2:1', '[2001:db8::2]:1']);
  expect(list.update(sent)).toBe(false);
  list.update(Array.from({ length: 40 }, (_, index) => `192.0.2.${index}:1`));
  expect(list.addresses).toHaveLength(16);
});

it('accepts loopback addresses if core runs on the same machine', () => {
  const list = listOf('127.0.0.1:1', '127.0.0.1:2');
  expect(list.addresses).toEqual(['127.0.0.1:1', '127.0.0.1:2']);
});
