import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  Capability,
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  FullStateSchema,
} from '@gatewarden/contract/gateway/v1';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { openComponentStream } from '../links/component-stream.ts';
import { type GatewaySession, openGatewaySession, toResponse } from './gateway-session.ts';
import type { GatewayStatus } from './gateway-status.ts';
import type { StateFeed, StateUpdate } from './state-feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Message = NonNullable<Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message']>;

/** Requests as if from the network: pushed by the test, pulled by the stream. */
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

interface Given {
  readonly read: StateFeed['read'];
  readonly capabilities?: readonly number[];
}

/** A stream that has sent the welcome to its gateway. */
async function givenStream({ read, capabilities = [] }: Given) {
  const inbox = createInbox();
  const written: [number, number][] = [];
  const outcomes: string[] = [];
  const lacking: string[] = [];
  const status: GatewayStatus = {
    seen: async () => undefined,
    rejected: async () => undefined,
    forwarding: async () => undefined,
    reapplied: async (_, { missing }) => void lacking.push(...missing),
    verified: async (_, missing) => {
      lacking.push(...missing);
      outcomes.push('verified');
    },
    drifted: async () => void outcomes.push('drifted'),
    applied: async ({ version, milliseconds, missing }) => {
      lacking.push(...missing);
      written.push([version, milliseconds]);
    },
  };
  const clock = createTestClock('2030-01-01T00:00:00Z');
  const log = pino({ level: 'silent' });
  const opened = Promise.withResolvers<GatewaySession>();
  const stream = openComponentStream({
    ...{ componentId: 'g', streamId: 's', coreAddresses: [], requests: inbox.requests(), clock },
    ownership: { seen: async () => 'active', verify: async () => 'active', write: async () => 'active' },
    messages: {
      welcome: () => toResponse({ case: 'welcome', value: {} }),
      coreAddresses: () => toResponse({ case: 'coreAddresses', value: {} }),
    },
    openSession(control) {
      const held = { version: 0, stateId: '' };
      const options = { locationId: 1, reportSeconds: 30, held, capabilities, feed: { read }, status, clock, log };
      const session = openGatewaySession(control, { ...options, onTraffic: async () => undefined });
      opened.resolve(session);
      return session;
    },
  });
  const outgoing = stream.outgoing();
  await outgoing.next();
  return { inbox, session: await opened.promise, clock, written, outcomes, lacking, outgoing };
}

const current: StateUpdate = { kind: 'current', digest: undefined };

const full = (version: number, changedAt: Date): StateUpdate => ({
  kind: 'full',
  message: create(FullStateSchema, { version: BigInt(version), stateId: Buffer.alloc(16, version) }),
  changedAt,
  digest: undefined,
});

const kindOf = (result: IteratorResult<ControlResponse, void>) =>
  result.done ? 'end' : (result.value.message.case ?? 'unknown');

it('requests traffic reports at the configured interval', async () => {
  const { session, outgoing } = await givenStream({ read: async () => current });
  expect(kindOf(await outgoing.next())).toBe('reportEvery');
  const next = outgoing.next();
  session.reportEvery(2);
  expect((await next).value).toMatchObject({ message: { case: 'reportEvery', value: { seconds: 2 } } });
});

it('reads the state again after the database was unavailable', async () => {
  let isUnavailable = true;
  const { outgoing } = await givenStream({
    read: async () => {
      if (isUnavailable) throw new Error('unavailable');
      return full(1, new Date());
    },
  });
  await outgoing.next();
  const next = outgoing.next().then(kindOf);
  await vi.advanceTimersByTimeAsync(5_000);
  isUnavailable = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe('full');
});

it('reads no state while another is in flight, even after many changes', async () => {
  let version = 0;
  const { session, inbox, outgoing } = await givenStream({
    read: async () => {
      version += 1;
      return full(version, new Date());
    },
  });
  await outgoing.next();
  await outgoing.next();
  for (let nth = 0; nth < 1000; nth += 1) session.invalidate();
  const next = outgoing.next().then(kindOf);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(version).toBe(1);
  inbox.push({ case: 'applied', value: { version: 1n } });
  expect(await next).toBe('full');
  expect(version).toBe(2);
});

it('measures the time to an acknowledgement from the change, or from the connection if that was later', async () => {
  const changedAt = new Date('2029-12-01T00:00:00Z');
  const steps = [full(1, changedAt), full(2, new Date('2030-01-01T00:00:10Z'))];
  const { session, inbox, clock, written, outgoing } = await givenStream({
    read: async () => steps.shift() ?? current,
  });
  await outgoing.next();
  await outgoing.next();
  clock.advance({ seconds: 3 });
  inbox.push({ case: 'applied', value: { version: 1n } });
  session.invalidate();
  await outgoing.next();
  clock.advance({ seconds: 8 });
  inbox.push({ case: 'applied', value: { version: 2n } });
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([
    [1, 3000],
    [2, 1000],
  ]);
});

it('ignores an acknowledgement of a version that was not sent', async () => {
  const { inbox, written, outgoing } = await givenStream({ read: async () => full(7, new Date()) });
  await outgoing.next();
  await outgoing.next();
  for (const version of [6n, 8n]) inbox.push({ case: 'applied', value: { version } });
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([]);
});

describe('content check', () => {
  const wanted = 'aa'.repeat(32);
  const capabilities = [Capability.CONTENT, Capability.PARTIAL];
  const state = (version: number): StateUpdate => ({ ...full(version, new Date()), digest: wanted }) as StateUpdate;
  const content = (version: number, digest: string): Message => ({
    case: 'content',
    value: {
      version: BigInt(version),
      stateId: Buffer.alloc(16, version),
      digest: new Uint8Array(Buffer.from(digest, 'hex')),
    },
  });
  const applied = (version: number): Message => ({
    case: 'applied',
    value: { version: BigInt(version), stateId: Buffer.alloc(16, version) },
  });

  /** A gateway that holds version 1 and is being asked for its content; `asked` are the queries to the feed. */
  async function givenAsked() {
    const asked: Parameters<StateFeed['read']>[1][] = [];
    const given = await givenStream({
      capabilities,
      read: async (_, question) => {
        asked.push(question);
        return state(1);
      },
    });
    const { outgoing, inbox } = given;
    expect(kindOf(await outgoing.next())).toBe('reportEvery');
    expect(kindOf(await outgoing.next())).toBe('full');
    inbox.push(applied(1));
    expect(kindOf(await outgoing.next())).toBe('reportContent');
    return { ...given, asked };
  }

  it('runs after the first state and again after about a minute', async () => {
    const { outgoing, inbox, outcomes, asked } = await givenAsked();
    inbox.push(content(1, wanted));
    const next = outgoing.next().then(kindOf);
    for (let nth = 0; nth < 4; nth += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      inbox.push({ case: 'heartbeat', value: {} });
    }
    expect(await next).toBe('full');
    expect(outcomes).toEqual(['verified']);
    expect(asked.map(({ withDigest, full: whole }) => [withDigest, whole])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('repairs a difference with the full state and asks again, then waits for the next check', async () => {
    const { outgoing, inbox, outcomes, asked } = await givenAsked();
    inbox.push(content(1, 'bb'.repeat(32)));
    expect(kindOf(await outgoing.next())).toBe('full');
    expect(asked.at(-1)).toMatchObject({ full: true });
    inbox.push(applied(1));
    expect(kindOf(await outgoing.next())).toBe('reportContent');
    inbox.push(content(1, 'bb'.repeat(32)));
    const next = outgoing.next().then(kindOf);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(2);
    inbox.push({ case: 'heartbeat', value: {} });
    await vi.advanceTimersByTimeAsync(25_000);
    inbox.push({ case: 'heartbeat', value: {} });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await next).toBe('full');
    expect(asked.at(-1)).toMatchObject({ full: true });
    expect(outcomes).toEqual(['drifted', 'drifted']);
  });

  it('delays states until the gateway has answered', async () => {
    const { session, outgoing, inbox, asked } = await givenAsked();
    session.invalidate();
    const next = outgoing.next().then(kindOf);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(1);
    inbox.push(content(1, wanted));
    expect(await next).toBe('full');
  });

  it('ends the stream if the gateway does not answer within half a minute', async () => {
    const { outgoing, inbox } = await givenAsked();
    const end = outgoing.next().then(kindOf);
    await vi.advanceTimersByTimeAsync(20_000);
    inbox.push({ case: 'heartbeat', value: {} });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await end).toBe('end');
  });

  it('does not report drift for a gateway that could not apply all of the state', async () => {
    const { outgoing, inbox, outcomes } = await givenStream({ capabilities, read: async () => state(1) });
    await outgoing.next();
    await outgoing.next();
    const stateId = Buffer.alloc(16, 1);
    inbox.push({ case: 'applied', value: { version: 1n, stateId, problems: ['The port is taken.'] } });
    const next = outgoing.next().then(kindOf);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(outcomes).toEqual([]);
    inbox.push({ case: 'applied', value: { version: 1n, stateId, problems: [] } });
    expect(await next).toBe('full');
  });

  it('names capabilities that a state needs and the agent lacks, also if the agent reports no problem', async () => {
    const needing = state(1);
    if (needing.kind === 'full') needing.message.requiredCapabilities = [Capability.CONTENT, 77 as Capability];
    const { outgoing, inbox, lacking } = await givenStream({
      capabilities,
      read: async (_, { held }) => (held.version === 1 ? { kind: 'current', digest: wanted } : needing),
    });
    await outgoing.next();
    await outgoing.next();
    inbox.push(applied(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(lacking).toEqual(['number 77']);
    // the agent has retried what it could not apply
    inbox.push(applied(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(lacking).toEqual(['number 77', 'number 77']);
    const next = outgoing.next().then(kindOf);
    for (let nth = 0; nth < 4; nth += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      inbox.push({ case: 'heartbeat', value: {} });
    }
    expect(await next).toBe('reportContent');
    inbox.push(content(1, wanted));
    await vi.advanceTimersByTimeAsync(0);
    expect(lacking).toEqual(['number 77', 'number 77', 'number 77']);
  });
});
