import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAddress } from '../test/arbitraries.ts';
import { formatAddress } from './address.ts';
import { formatEndpoint, isEndpointHost, isLoopbackHost, parseEndpoint } from './endpoint.ts';

const anyHost = fc.oneof(anyAddress.map(formatAddress), fc.domain());
const anyPort = fc.integer({ min: 1, max: 65535 });

describe('parseEndpoint and formatEndpoint', () => {
  it('read a formatted endpoint back unchanged', () => {
    fc.assert(
      fc.property(anyHost, anyPort, (host, port) => {
        expect(parseEndpoint(formatEndpoint({ host, port }))).toEqual({ host, port });
      }),
    );
  });

  it.each([
    ['vpn.example.com', 'vpn.example.com:51820'],
    ['192.0.2.1', '192.0.2.1:51820'],
    ['2001:db8::1', '[2001:db8::1]:51820'],
    ['[2001:db8::1]', '[2001:db8::1]:51820'],
  ])('format host %s as %s', (host, text) => {
    expect(formatEndpoint({ host, port: 51820 })).toBe(text);
  });

  it.each([
    '',
    ':',
    ':51820',
    'vpn.example.com',
    'vpn.example.com:',
    'vpn.example.com:0',
    'vpn.example.com:65536',
    'vpn.example.com:080',
    'vpn.example.com:1e3',
    'vpn.example.com:51820 ',
    '2001:db8::1',
    '2001:db8::1:51820',
    '[2001:db8::1]',
    '[2001:db8::1]51820',
    '[192.0.2.1]:51820',
    '[fe80::1%eth0]:51820',
    '(none)',
    '51820',
  ])('reject %j', (text) => {
    expect(parseEndpoint(text)).toBeUndefined();
  });
});

describe('parseEndpoint with zones', () => {
  it('reads a link-local address with its zone', () => {
    expect(parseEndpoint('[fe80::1%eth0]:50055', { zone: true })).toEqual({ host: 'fe80::1%eth0', port: 50055 });
    expect(parseEndpoint('192.0.2.1:1', { zone: true })).toEqual({ host: '192.0.2.1', port: 1 });
  });

  it.each([
    '[fe80::1%]:50055',
    '[2001:db8::1%eth0]:50055',
    '[fe80::g%eth0]:50055',
    '[fe80::1%eth0/x]:50055',
    '[fe80::1%eth0%eth1]:50055',
    'fe80::1%eth0:50055',
    '192.0.2.1%eth0:50055',
  ])('rejects %j', (text) => {
    expect(parseEndpoint(text, { zone: true })).toBeUndefined();
  });
});

describe('isEndpointHost', () => {
  it('accepts any address or domain', () => {
    fc.assert(
      fc.property(anyHost, (host) => {
        expect(isEndpointHost(host)).toBe(true);
      }),
    );
  });

  it.each([
    'localhost',
    'VPN.example.com',
    'vpn.example.com.',
    '1.example',
    'xn--vcs97bl4cuuey02c.example',
    '192.0.2.1',
    '2001:db8::1',
    '[2001:db8::1]',
    'a'.repeat(63),
  ])('accepts %s', (host) => {
    expect(isEndpointHost(host)).toBe(true);
  });

  it.each([
    '',
    '.',
    'vpn..example.com',
    '-vpn.example.com',
    'vpn-.example.com',
    'vpn_1.example.com',
    'vpn.example.com:51820',
    'https://vpn.example.com',
    'vpn.example.com/',
    'vpn example.com',
    'vpn.example.com\nPostUp = true',
    'vpn.example.com\n',
    '서울.example',
    '10.0.0',
    '256.1.1.1',
    '10.0.0.01',
    '0x7f',
    '[192.0.2.1]',
    '[vpn.example.com]',
    '[2001:db8::1',
    '2001:db8::1]',
    '[[2001:db8::1]]',
    'fe80::1%eth0',
    'a'.repeat(64),
    `${'a.'.repeat(126)}aa`,
  ])('rejects %j', (host) => {
    expect(isEndpointHost(host)).toBe(false);
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', 'LOCALHOST.', 'core.localhost', '127.0.0.1', '127.9.8.7', '::1', '[::1]'])(
    'accepts %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each(['', 'localhost.example.com', 'mylocalhost', '128.0.0.1', '10.0.0.1', '::2', '[::]'])(
    'rejects %j',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
