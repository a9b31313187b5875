import { PassThrough } from 'node:stream';
import type { StaleTopic } from '@gatewarden/contract/live';
import { beforeEach, expect, it, vi } from 'vitest';
import { createLiveStream } from './live-stream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => void vi.useRealTimers();
});

/** A stream, and functions that return the topics of each event that was received since. */
function givenStream(highWaterMark = 65_536) {
  const pipe = new PassThrough({ highWaterMark });
  const stream = createLiveStream(pipe, (at) => String(at).padStart(16, '0'));
  const start = performance.now();
  let text = '';
  const read = () => {
    text += String(pipe.read() ?? '');
    const events: StaleTopic[][] = [...text.matchAll(/event: stale\ndata: (.*)\nid: .*\n\n/g)].map(
      ([, data = '']) => (JSON.parse(data) as { stale: StaleTopic[] }).stale,
    );
    text = '';
    return events;
  };
  /** Advances the time, and returns the topics of each event with the milliseconds at which it was received. */
  const pass = (milliseconds: number) => {
    const received: [number, StaleTopic[]][] = [];
    for (let passed = 0; passed < milliseconds; passed += 10) {
      vi.advanceTimersByTime(10);
      for (const topics of read()) received.push([performance.now() - start, topics]);
    }
    return received;
  };
  return { pipe, stream, read, pass };
}

it('sends topics within a tenth of a second, and batches concurrent ones', () => {
  const { stream, pass } = givenStream();
  stream.markStale(['users', 'groups']);
  pass(10);
  stream.markStale(['devices', 'users']);
  expect(pass(100)).toEqual([[30, ['users', 'groups', 'devices']]]);
});

it('sends at most five events a second, and the last topic eventually', () => {
  const { stream, pass } = givenStream();
  let received: [number, StaleTopic[]][] = [];
  for (let nth = 0; nth < 100; nth += 1) {
    stream.markStale([nth === 99 ? 'settings' : 'users']);
    received = [...received, ...pass(10)];
  }
  expect(received.length).toBeLessThanOrEqual(5);
  expect(pass(300).flatMap(([, topics]) => topics)).toContain('settings');
});

it.each(['traffic', 'activity', 'home', 'identity-sources'] as const)(
  'sends the topic %s at most every two seconds, without delaying other topics',
  (topic) => {
    const { stream, pass } = givenStream();
    const received: [number, StaleTopic[]][] = [];
    for (let nth = 0; nth < 50; nth += 1) {
      stream.markStale(nth === 20 ? [topic, 'devices'] : [topic]);
      received.push(...pass(100));
    }
    expect(received.filter(([, topics]) => topics.includes(topic)).map(([at]) => at)).toEqual([30, 2030, 4030]);
    expect(received.filter(([, topics]) => topics.includes('devices')).map(([at]) => at)).toEqual([2030]);
  },
);

it('stores topics, not events, while the reader does not read, and sends them afterwards', () => {
  const { pipe, stream, read, pass } = givenStream(64);
  const topics: StaleTopic[] = ['users', 'groups', 'devices', 'gateways'];
  for (let nth = 0; nth < 1000; nth += 1) {
    stream.markStale(nth === 500 ? ['settings'] : topics);
    vi.advanceTimersByTime(250);
  }
  expect(pipe.writableLength + pipe.readableLength).toBeLessThan(500);
  expect(read().flat()).not.toContain('settings');
  expect(new Set(pass(500).flatMap(([, sent]) => sent))).toEqual(new Set([...topics, 'settings']));
});

it('destroys the stream of a reader that has not read for a minute, but not that of a slow one', () => {
  const { pipe, stream, read } = givenStream(8);
  for (let seconds = 0; seconds < 600; seconds += 15) {
    stream.ping();
    read();
  }
  expect(pipe.destroyed).toBe(false);
  for (let seconds = 0; seconds <= 75; seconds += 15) stream.ping();
  expect(pipe.destroyed).toBe(true);
});

it('ends within a second even if the reader does not read', () => {
  const { pipe, stream } = givenStream(8);
  stream.end();
  expect(pipe.destroyed).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(pipe.destroyed).toBe(true);
});

it('sends with each event and ping a time up to which all topics were sent', () => {
  const { pipe, stream } = givenStream();
  const start = performance.now();
  const ids = () => [...String(pipe.read() ?? '').matchAll(/id: (.*)\n\n/g)].map(([, id]) => Number(id) - start);
  vi.advanceTimersByTime(100);
  stream.ping();
  expect(ids()).toEqual([100]);
  stream.markStale(['traffic']);
  vi.advanceTimersByTime(100);
  expect(ids()).toEqual([130]);
  stream.markStale(['traffic']);
  vi.advanceTimersByTime(1000);
  stream.ping();
  expect(ids()).toEqual([200]);
  vi.advanceTimersByTime(1000);
  stream.ping();
  expect(ids()).toEqual([2130, 2200]);
});

it('sends pings as events, which the code of a page receives', () => {
  const { pipe, stream } = givenStream();
  pipe.read();
  stream.ping();
  expect(String(pipe.read())).toMatch(/^event: ping\ndata: \{\}\nid: \d+\n\n$/);
});
