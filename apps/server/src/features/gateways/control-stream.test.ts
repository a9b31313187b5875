import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  FullStateSchema,
} from '@gatewarden/contract/gateway/v1';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { openControlStream } from './control-stream.ts';
import type { Step } from './state-feed.ts';
import type { Standing, StreamStatus } from './stream-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Message = NonNullable<Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message']>;

/** Requests as they come from the network: pushed by the test, pulled by the stream. */
function createInbox() {
  const queue: ControlRequest[] = [];
  let wake = Promise.withResolvers<void>();
  return {
    push(message: Message) {
      queue.push(create(ControlRequestSchema, { message }));
      wake.resolve();
    },
    async *requests(): AsyncGenerator<ControlRequest> {
      for (;;) {
        for (let next = queue.shift(); next; next = queue.shift()) yield next;
        wake = Promise.withResolvers<void>();
        if (queue.length === 0) await wake.promise;
      }
    },
  };
}

function givenStream({ read, standing = () => 'speaks' }: { read: () => Promise<Step>; standing?: () => Standing }) {
  const inbox = createInbox();
  const written: [number, number][] = [];
  const answer = async () => standing();
  const status: Omit<StreamStatus, 'disconnected'> = {
    ...{ seen: answer, standing: answer, rejected: answer },
    applied: async (version, milliseconds) => {
      written.push([version, milliseconds]);
      return standing();
    },
  };
  const clock = createTestClock('2030-01-01T00:00:00Z');
  const stream = openControlStream({
    ...{ gatewayId: 'g', locationId: 1, streamId: 's', heldVersion: 0, reportSeconds: 30 },
    requests: inbox.requests(),
    feed: { read },
    status,
    onTraffic: async () => undefined,
    clock,
    log: pino({ level: 'silent' }),
  });
  return { inbox, stream, clock, written, outgoing: stream.outgoing() };
}

const full = (version: number, changedAt: Date): Step => ({
  kind: 'full',
  message: create(FullStateSchema, { version: BigInt(version) }),
  changedAt,
});

const kindOf = (result: IteratorResult<ControlResponse, void>) =>
  result.done ? 'end' : (result.value.message.case ?? 'unknown');

it('ends the stream of a gateway that says nothing for 30 seconds, and of no other', async () => {
  const { inbox, stream, outgoing } = givenStream({ read: async () => ({ kind: 'current' }) });
  expect(kindOf(await outgoing.next())).toBe('reportEvery');
  const next = outgoing.next().then(kindOf);
  for (let nth = 0; nth < 5; nth += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    inbox.push({ case: 'heartbeat', value: {} });
    await vi.advanceTimersByTimeAsync(0);
  }
  stream.reportEvery(2);
  expect(await next).toBe('reportEvery');
  const end = outgoing.next().then(kindOf);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await end).toBe('end');
});

it('reads the state again after the database was away', async () => {
  let away = true;
  const { outgoing } = givenStream({
    read: async () => {
      if (away) throw new Error('away');
      return full(1, new Date());
    },
  });
  await outgoing.next();
  const next = outgoing.next().then(kindOf);
  await vi.advanceTimersByTimeAsync(5_000);
  away = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe('full');
});

it('reads nothing for a gateway that has not yet taken what it was sent, however much changes', async () => {
  let version = 0;
  const { stream, inbox, outgoing } = givenStream({
    read: async () => {
      version += 1;
      return full(version, new Date());
    },
  });
  await outgoing.next();
  await outgoing.next();
  for (let nth = 0; nth < 1000; nth += 1) stream.stateMayHaveChanged();
  const next = outgoing.next().then(kindOf);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(version).toBe(1);
  inbox.push({ case: 'applied', value: { version: 1n } });
  expect(await next).toBe('full');
  expect(version).toBe(2);
});

it('counts the time to an acknowledgement from the change, or from the connection when that was later', async () => {
  const changedAt = new Date('2029-12-01T00:00:00Z');
  const steps = [full(1, changedAt), full(2, new Date('2030-01-01T00:00:10Z'))];
  const { stream, inbox, clock, written, outgoing } = givenStream({
    read: async () => steps.shift() ?? { kind: 'current' },
  });
  await outgoing.next();
  await outgoing.next();
  clock.advance({ seconds: 3 });
  inbox.push({ case: 'applied', value: { version: 1n } });
  stream.stateMayHaveChanged();
  await outgoing.next();
  clock.advance({ seconds: 8 });
  inbox.push({ case: 'applied', value: { version: 2n } });
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([
    [1, 3000],
    [2, 1000],
  ]);
});

it.each<[Standing, string | undefined]>([
  ['superseded', undefined],
  ['credential-ended', 'gateway_credential_invalid'],
])('ends when it finds itself %s', async (standing, code) => {
  const { inbox, outgoing } = givenStream({ read: async () => ({ kind: 'current' }), standing: () => standing });
  await outgoing.next();
  const end = outgoing.next().then(kindOf, (error: { code?: string }) => error.code);
  inbox.push({ case: 'heartbeat', value: {} });
  expect(await end).toBe(code ?? 'end');
});

it('ignores an acknowledgement of what was not sent', async () => {
  const { inbox, written, outgoing } = givenStream({ read: async () => full(7, new Date()) });
  await outgoing.next();
  await outgoing.next();
  for (const version of [6n, 8n]) inbox.push({ case: 'applied', value: { version } });
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([]);
});
