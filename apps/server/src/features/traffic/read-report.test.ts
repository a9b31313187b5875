import { expect, it } from 'vitest';
import { readReport } from './read-report.ts';

const now = new Date('2030-01-15T10:00:00Z');
const seconds = (text: string) => BigInt(Date.parse(text) / 1000);
const publicKey = new Uint8Array(32);
const key = Buffer.from(publicKey).toString('base64');

function readPeer(peer: { latestHandshake?: bigint; endpoint?: string; receivedBytes?: bigint }, measuredAt?: bigint) {
  const whole = { publicKey, receivedBytes: 1n, sentBytes: 2n, latestHandshake: 0n, endpoint: '', ...peer };
  const clock = measuredAt === undefined ? {} : { measuredAt: { seconds: measuredAt, nanos: 0 } };
  return readReport({ ...clock, peers: [whole], ruleHits: [] }, now).samples.get(key);
}

it('converts handshakes to the clock of core if that of the gateway is wrong', () => {
  const fast = readPeer({ latestHandshake: seconds('2030-01-15T12:59:00Z') }, seconds('2030-01-15T13:00:00Z'));
  expect(fast?.handshakeAt).toEqual(new Date('2030-01-15T09:59:00Z'));
  const slow = readPeer({ latestHandshake: seconds('2001-01-01T00:00:00Z') }, seconds('2001-01-01T00:01:00Z'));
  expect(slow?.handshakeAt).toEqual(new Date('2030-01-15T09:59:00Z'));
});

it('does not correct the clock for the transmission time of a report', () => {
  const sample = readPeer({ latestHandshake: seconds('2030-01-15T09:59:00Z') }, seconds('2030-01-15T09:59:30Z'));
  expect(sample?.handshakeAt).toEqual(new Date('2030-01-15T09:59:00Z'));
});

it('limits handshakes to the present', () => {
  expect(readPeer({ latestHandshake: seconds('2030-01-15T10:00:40Z') })?.handshakeAt).toEqual(now);
  expect(readPeer({ latestHandshake: 2n ** 64n - 1n }, 2n ** 63n)?.handshakeAt).toEqual(now);
});

it.each([
  ['203.0.113.7:51820', '203.0.113.7:51820'],
  ['[2001:db8::7]:51820', '[2001:db8::7]:51820'],
  ['', undefined],
  ['203.0.113.7', undefined],
  ['vpn.example.com:51820', undefined],
  ['2001:db8::7:51820', undefined],
  ["'; DROP TABLE device; --:1", undefined],
])('reads the endpoint %j', (endpoint, expected) => {
  expect(readPeer({ endpoint })?.endpoint).toBe(expected);
});

it('limits counters to safe integers', () => {
  expect(readPeer({ receivedBytes: 2n ** 64n - 1n })?.receivedBytes).toBe(Number.MAX_SAFE_INTEGER);
});

it('reads peers without a handshake', () => {
  expect(readPeer({})).toEqual({ receivedBytes: 1, sentBytes: 2, handshakeAt: undefined, endpoint: undefined });
});

it('parses the endpoint of a peer only on access', () => {
  let parsed = 0;
  const peer = { publicKey, receivedBytes: 1n, sentBytes: 1n, latestHandshake: 0n };
  const counting = {
    ...peer,
    get endpoint() {
      parsed += 1;
      return '203.0.113.9:40000';
    },
  };
  const { samples } = readReport({ peers: [counting, counting], ruleHits: [] }, now);
  expect(parsed).toBe(0);
  expect(samples.get(key)?.endpoint).toBe('203.0.113.9:40000');
});
