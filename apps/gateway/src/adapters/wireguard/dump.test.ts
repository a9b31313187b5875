import { describe, expect, it } from 'vitest';
import { key, plain } from '../../../test/given/tunnel.ts';
import { readDump, readTrafficDump } from './dump.ts';

const row = (...fields: string[]) => fields.join('\t');
const text = [
  row(key('private'), key('public'), '51820', 'off'),
  row(
    key('a'),
    key('psk'),
    '192.0.2.1:40000',
    '10.1.0.2/32,fd00::2/128',
    '1700000000',
    '18446744073709551615',
    '7',
    '25',
  ),
  row(key('b'), '(none)', '[2001:db8::1]:40001', '(none)', '0', '0', '0', 'off'),
  row(key('c'), '(none)', '(none)', 'fd00::3/128,10.1.0.3/32', '0', '0', '0', 'off'),
  '',
].join('\n');

describe('readDump', () => {
  it('returns settings and peers with sorted addresses', () => {
    const nothing = { allowedIps: [], keepaliveSeconds: 0, presharedKey: undefined };
    const reading = plain(readDump(text));
    expect(reading?.settings).toEqual({ privateKey: key('private'), listenPort: 51820 });
    expect(reading?.peers).toHaveLength(3);
    expect(reading?.peers).toContainEqual({
      publicKey: key('a'),
      allowedIps: ['10.1.0.2/32', 'fd00::2/128'],
      keepaliveSeconds: 25,
      presharedKey: key('psk'),
    });
    expect(reading?.peers).toContainEqual({ ...nothing, publicKey: key('b') });
    expect(reading?.peers).toContainEqual({
      ...nothing,
      publicKey: key('c'),
      allowedIps: ['10.1.0.3/32', 'fd00::3/128'],
    });
  });

  it('returns neither key nor port nor peers for a new interface', () => {
    expect(plain(readDump(row('(none)', '(none)', '0', 'off')))).toEqual({
      settings: { privateKey: undefined },
      peers: [],
    });
  });
});

describe('readTrafficDump', () => {
  it('returns the traffic of each peer, exact up to 64 bits', () => {
    expect(readTrafficDump(text)).toEqual([
      {
        publicKey: key('a'),
        receivedBytes: 18446744073709551615n,
        sentBytes: 7n,
        latestHandshake: 1700000000n,
        endpoint: '192.0.2.1:40000',
      },
      {
        publicKey: key('b'),
        receivedBytes: 0n,
        sentBytes: 0n,
        latestHandshake: 0n,
        endpoint: '[2001:db8::1]:40001',
      },
      { publicKey: key('c'), receivedBytes: 0n, sentBytes: 0n, latestHandshake: 0n, endpoint: '' },
    ]);
  });
});
