import { setImmediate as settle } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { ServeRequestSchema } from '@gatewarden/contract/edge/v1';
import { expect, it } from 'vitest';
import { createEdgeStreams } from './edge-streams.ts';

/** A session whose calls are answered immediately. */
function openSession() {
  const streams = createEdgeStreams({
    db: {} as never,
    edgeLog: async () => undefined,
    calls: () => ({ refuse: () => undefined, answer: async () => ({ status: 404 }) }),
    version: '1.2.3',
    isHttps: () => false,
  });
  const control = { seen: async () => undefined, wake: () => undefined };
  return streams.open(control as never, { id: 'edge' } as never, { hostname: 'edge-1', version: '1' });
}

const callOf = (id: number) => create(ServeRequestSchema, { message: { case: 'call', value: { id, path: '/none' } } });

it('does not read an edge that leaves 256 answers unread, until it reads them', async () => {
  const session = openSession();
  const calls = 1_000;
  let received = 0;
  const sending = (async () => {
    for (let id = 1; id <= calls; id += 1) {
      await session.receive(callOf(id));
      received = id;
    }
  })();
  for (let turns = 0; turns < 1_000; turns += 1) await settle();
  // those that were running when the last one fitted
  expect(received).toBeGreaterThanOrEqual(256);
  expect(received).toBeLessThanOrEqual(256 + 64);
  const answered: number[] = [];
  while (answered.length < calls) {
    const answer = await session.next();
    if (answer?.message.case === 'answer') answered.push(answer.message.value.id);
    else await settle();
  }
  await sending;
  expect(new Set(answered).size).toBe(calls);
  await session.close();
});

it('ends although answers are unread', async () => {
  const session = openSession();
  const sending = (async () => {
    for (let id = 1; id <= 400; id += 1) await session.receive(callOf(id));
  })();
  for (let turns = 0; turns < 500; turns += 1) await settle();
  await session.close();
  await expect(sending).resolves.toBeUndefined();
});
