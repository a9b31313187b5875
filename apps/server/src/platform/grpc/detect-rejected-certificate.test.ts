import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { detectRejectedCertificate } from './detect-rejected-certificate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const serverName = 'core.example.internal';
const minutes = (count: number) => count * 60_000;

function givenDetector() {
  const reported: string[] = [];
  const detector = detectRejectedCertificate({
    serverName,
    onCertificateRejected: (address) => reported.push(address),
    milliseconds: 3000,
  });
  return { reported, detector };
}

it('reports an address that started a handshake and made no call in time', () => {
  const { reported, detector } = givenDetector();
  detector.handshakeStarted('192.0.2.1', serverName);
  vi.advanceTimersByTime(2999);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual(['192.0.2.1']);
});

it('does not report an address that made a call or requested another name', () => {
  const { reported, detector } = givenDetector();
  detector.handshakeStarted('192.0.2.1', serverName);
  detector.callReceived('192.0.2.1');
  detector.handshakeStarted('192.0.2.2', 'vpn.example.com');
  vi.advanceTimersByTime(minutes(1));
  expect(reported).toEqual([]);
});

it('reports an address that keeps retrying once in ten minutes', () => {
  const { reported, detector } = givenDetector();
  for (let nth = 0; nth < 100; nth += 1) {
    detector.handshakeStarted('192.0.2.1', serverName);
    vi.advanceTimersByTime(6_000);
  }
  expect(reported).toHaveLength(1);
  vi.advanceTimersByTime(minutes(1));
  detector.handshakeStarted('192.0.2.1', serverName);
  vi.advanceTimersByTime(3_000);
  expect(reported).toHaveLength(2);
});

it('tracks a limited number of addresses', () => {
  const { reported, detector } = givenDetector();
  for (let nth = 0; nth < 500; nth += 1) detector.handshakeStarted(`2001:db8::${nth.toString(16)}`, serverName);
  vi.advanceTimersByTime(3_000);
  expect(reported).toHaveLength(100);
});

it('reports nothing after it is stopped', () => {
  const { reported, detector } = givenDetector();
  detector.handshakeStarted('192.0.2.1', serverName);
  detector.stop();
  vi.advanceTimersByTime(minutes(1));
  expect(reported).toEqual([]);
});
