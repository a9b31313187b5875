import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type ControlRequest, ControlRequestSchema, ControlResponseSchema } from '@gatewarden/contract/gateway/v1';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPaces, type Incoming, type Pace } from '../links/pace.ts';
import { createGatewayPace } from './gateway-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Message = NonNullable<Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message']>;

/** A gateway that always has the next message ready, of the given size on the wire. Counts how many core has read. */
function flood(pace: Pace, message: Message, { reportSeconds = 30, bytes = 0, fields = 0 } = {}) {
  const received = { bytes: 0, fields: 0 };
  const source: Incoming<ControlRequest> = {
    received,
    next: async () => {
      received.bytes += bytes;
      received.fields += fields;
      return { done: false, value: create(ControlRequestSchema, { message }) };
    },
  };
  const requests = pace.throttle(
    source,
    createGatewayPace(() => reportSeconds),
  );
  const read = { count: 0 };
  const pump = async () => {
    for (;;) {
      await requests.next();
      read.count += 1;
    }
  };
  pump().catch(() => undefined);
  return read;
}

const traffic: Message = { case: 'traffic', value: {} };

it('reads a burst of traffic reports, and then at twice the requested rate', async () => {
  const read = flood(createPaces()('a'), traffic);
  await vi.advanceTimersByTimeAsync(0);
  expect(read.count).toBe(11);
  await vi.advanceTimersByTimeAsync(150_000);
  expect(read.count).toBe(21);
});

it('cancels a delay when the stream ends, and reads nothing afterwards', async () => {
  let count = 0;
  const source: Incoming<ControlRequest> = {
    received: { bytes: 0, fields: 0 },
    next: async () => {
      count += 1;
      return { done: false, value: create(ControlRequestSchema, { message: traffic }) };
    },
  };
  const requests = createPaces()('a').throttle(
    source,
    createGatewayPace(() => 30),
  );
  for (let nth = 0; nth < 11; nth += 1) await requests.next();
  const delayed = requests.next();
  expect(vi.getTimerCount()).toBe(1);
  await requests.return?.();
  expect(await delayed).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
  expect(count).toBe(11);
});

it('adapts to the requested interval', async () => {
  const read = flood(createPaces()('a'), traffic, { reportSeconds: 2 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(read.count).toBe(41);
});

it('does not reset the burst on reconnection, and has a separate one per gateway', async () => {
  const paceOf = createPaces();
  const reads = ['a', 'a', 'a', 'b'].map((id) => flood(paceOf(id), traffic));
  await vi.advanceTimersByTimeAsync(0);
  expect(reads.slice(0, 3).reduce((sum, { count }) => sum + count, 0)).toBeLessThan(15);
  expect(reads[3]?.count).toBe(11);
});

it('does not delay answers to messages of core', async () => {
  const pace = createPaces()('a');
  const read = flood(pace, { case: 'applied', value: { version: 1n } });
  await vi.advanceTimersByTimeAsync(0);
  expect(read.count).toBe(201);
  const asked = create(ControlResponseSchema, { message: { case: 'change', value: {} } });
  const { isAnswered } = createGatewayPace(() => 30);
  for (let nth = 0; nth < 50; nth += 1) if (isAnswered(asked)) pace.expectAnswer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read.count).toBeGreaterThan(250);
});

it('reads few messages that are very long or have many fields', async () => {
  const long = flood(createPaces()('a'), { case: 'rejected', value: {} }, { bytes: 256 * 1024 });
  const many = flood(createPaces()('a'), { case: 'applied', value: {} }, { fields: 2_000 });
  await vi.advanceTimersByTimeAsync(0);
  expect([long.count, many.count]).toEqual([12, 10]);
});

it('does not delay reports of 20 000 peers in ten parts at the requested interval', async () => {
  const received = { bytes: 0, fields: 0 };
  let nth = 0;
  const source: Incoming<ControlRequest> = {
    received,
    next: async () => {
      received.fields += 12_000;
      nth += 1;
      const value = { continues: nth % 10 !== 1 };
      return { done: false, value: create(ControlRequestSchema, { message: { case: 'traffic', value } }) };
    },
  };
  const requests = createPaces()('a').throttle(
    source,
    createGatewayPace(() => 2),
  );
  for (let report = 0; report < 100; report += 1) {
    for (let part = 0; part < 10; part += 1) await requests.next();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
  }
});

it('reads at most twelve parts in place of one report', async () => {
  const read = flood(createPaces()('a'), { case: 'traffic', value: { continues: true } });
  await vi.advanceTimersByTimeAsync(0);
  // rounding may cost one
  expect([120, 121]).toContain(read.count);
  await vi.advanceTimersByTimeAsync(150_000);
  expect([240, 241]).toContain(read.count);
});

it('lets a gateway connect thirty times in a row, and then every two seconds', () => {
  const pace = createPaces()('a');
  const times = (count: number) => Array.from({ length: count }, () => pace.mayConnect()).filter(Boolean).length;
  expect(times(100)).toBe(30);
  vi.advanceTimersByTime(20_000);
  expect(times(100)).toBe(10);
});

it('deletes the paces of idle gateways', async () => {
  const paceOf = createPaces();
  const first = paceOf('first');
  for (let nth = 0; nth < 999; nth += 1) paceOf(`${nth}`);
  paceOf('one more');
  expect(paceOf('first')).not.toBe(first);
});
