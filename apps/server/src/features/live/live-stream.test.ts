import { PassThrough } from 'node:stream';
import type { StaleTopic } from '@gatewarden/contract/live';
import { beforeEach, expect, it, vi } from 'vitest';
import { createLiveStream } from './live-stream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => void vi.useRealTimers();
});

/** A stream, and what was read of it so far: topics of each event with the milliseconds at which it came. */
function givenStream(highWaterMark = 65_536) {
  const pipe = new PassThrough({ highWaterMark });
  const stream = createLiveStream(pipe);
  const start = performance.now();
  let text = '';
  const read = () => {
    text += String(pipe.read() ?? '');
    const events: StaleTopic[][] = [...text.matchAll(/data: (.*)\n\n/g)].map(
      ([, data = '']) => (JSON.parse(data) as { stale: StaleTopic[] }).stale,
    );
    text = '';
    return events;
  };
  /** Lets time pass, and gives when which topics came. */
  const pass = (milliseconds: number) => {
    const came: [number, StaleTopic[]][] = [];
    for (let passed = 0; passed < milliseconds; passed += 10) {
      vi.advanceTimersByTime(10);
      for (const topics of read()) came.push([performance.now() - start, topics]);
    }
    return came;
  };
  return { pipe, stream, read, pass };
}

it('tells within a tenth of a second, and together what comes together', () => {
  const { stream, pass } = givenStream();
  stream.markStale(['users', 'groups']);
  pass(10);
  stream.markStale(['devices', 'users']);
  expect(pass(100)).toEqual([[30, ['users', 'groups', 'devices']]]);
});

it('tells no more than five times a second, and what came last in the end', () => {
  const { stream, pass } = givenStream();
  let came: [number, StaleTopic[]][] = [];
  for (let nth = 0; nth < 100; nth += 1) {
    stream.markStale([nth === 99 ? 'settings' : 'users']);
    came = [...came, ...pass(10)];
  }
  expect(came.length).toBeLessThanOrEqual(5);
  expect(pass(300).flatMap(([, topics]) => topics)).toContain('settings');
});

it('tells of traffic every two seconds at most, without holding back the rest', () => {
  const { stream, pass } = givenStream();
  const came: [number, StaleTopic[]][] = [];
  for (let nth = 0; nth < 50; nth += 1) {
    stream.markStale(nth === 20 ? ['traffic', 'devices'] : ['traffic']);
    came.push(...pass(100));
  }
  expect(came.filter(([, topics]) => topics.includes('traffic')).map(([at]) => at)).toEqual([30, 2030, 4030]);
  expect(came.filter(([, topics]) => topics.includes('devices')).map(([at]) => at)).toEqual([2030]);
});

it('keeps topics, not events, for a reader that does not read, and tells them when it does', () => {
  const { pipe, stream, read, pass } = givenStream(64);
  const topics: StaleTopic[] = ['users', 'groups', 'devices', 'gateways'];
  for (let nth = 0; nth < 1000; nth += 1) {
    stream.markStale(nth === 500 ? ['settings'] : topics);
    vi.advanceTimersByTime(250);
  }
  expect(pipe.writableLength + pipe.readableLength).toBeLessThan(500);
  expect(read().flat()).not.toContain('settings');
  expect(new Set(pass(500).flatMap(([, heard]) => heard))).toEqual(new Set([...topics, 'settings']));
});

it('gives up on a reader that has not read for a minute, and not on one that is only slow', () => {
  const { pipe, stream, read } = givenStream(8);
  for (let seconds = 0; seconds < 600; seconds += 15) {
    stream.ping();
    read();
  }
  expect(pipe.destroyed).toBe(false);
  for (let seconds = 0; seconds <= 75; seconds += 15) stream.ping();
  expect(pipe.destroyed).toBe(true);
});

it('does not wait for a reader that does not read when it is to end', () => {
  const { pipe, stream } = givenStream(8);
  stream.end();
  expect(pipe.destroyed).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(pipe.destroyed).toBe(true);
});
