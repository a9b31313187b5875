import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { detectRejectedCertificate } from './detect-rejected-certificate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const serverName = 'core.example.internal';
const minutes = (count: number) => count * 60_000;

function givenWatch() {
  const heard: string[] = [];
  const watch = detectRejectedCertificate({
    serverName,
    onCertificateRejected: (address) => heard.push(address),
    milliseconds: 3000,
  });
  return { heard, watch };
}

it('tells of an address that asked and made no call in time', () => {
  const { heard, watch } = givenWatch();
  watch.asked('192.0.2.1', serverName);
  vi.advanceTimersByTime(2999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['192.0.2.1']);
});

it('says nothing of one that called, nor of one that asked for another name', () => {
  const { heard, watch } = givenWatch();
  watch.asked('192.0.2.1', serverName);
  watch.called('192.0.2.1');
  watch.asked('192.0.2.2', 'vpn.example.com');
  vi.advanceTimersByTime(minutes(1));
  expect(heard).toEqual([]);
});

it('tells once in ten minutes of one that tries again and again', () => {
  const { heard, watch } = givenWatch();
  for (let nth = 0; nth < 100; nth += 1) {
    watch.asked('192.0.2.1', serverName);
    vi.advanceTimersByTime(6_000);
  }
  expect(heard).toHaveLength(1);
  vi.advanceTimersByTime(minutes(1));
  watch.asked('192.0.2.1', serverName);
  vi.advanceTimersByTime(3_000);
  expect(heard).toHaveLength(2);
});

it('remembers a bounded number of addresses', () => {
  const { heard, watch } = givenWatch();
  for (let nth = 0; nth < 500; nth += 1) watch.asked(`2001:db8::${nth.toString(16)}`, serverName);
  vi.advanceTimersByTime(3_000);
  expect(heard).toHaveLength(100);
});

it('tells of nobody after its stop', () => {
  const { heard, watch } = givenWatch();
  watch.asked('192.0.2.1', serverName);
  watch.stop();
  vi.advanceTimersByTime(minutes(1));
  expect(heard).toEqual([]);
});
