import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientConfig, clientConfigText, fillPrivateKey } from './wireguard-config.ts';

const config: ClientConfig = {
  addresses: ['10.1.0.2', 'fd00::2'],
  dns: '10.1.0.1, corp.example',
  locationPublicKey: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
  allowedIps: ['10.1.0.0/24', 'fd00::/64'],
  endpoint: 'vpn.example.com',
  port: 51820,
  keepaliveSeconds: 25,
};

function linesOf(changes: Partial<ClientConfig>): string[] {
  return clientConfigText({ ...config, ...changes }).split('\n');
}

describe('clientConfigText', () => {
  it('contains the addresses, the public key and the endpoint of the location', () => {
    expect(clientConfigText(config)).toBe(
      [
        '[Interface]',
        'PrivateKey = YOUR_PRIVATE_KEY',
        'Address = 10.1.0.2,fd00::2',
        'DNS = 10.1.0.1, corp.example',
        '',
        '[Peer]',
        'PublicKey = hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
        'AllowedIPs = 10.1.0.0/24,fd00::/64',
        'Endpoint = vpn.example.com:51820',
        'PersistentKeepalive = 25',
      ].join('\n'),
    );
  });

  it.each([[null], [''], [' '], ['\n']])('writes an empty line in place of the DNS %j', (dns) => {
    const withDns = linesOf({});
    expect(linesOf({ dns })).toEqual(withDns.with(3, ''));
  });

  it('leaves out AllowedIPs if there are none', () => {
    expect(linesOf({ allowedIps: [] })).toEqual(linesOf({}).toSpliced(7, 1));
  });

  it('leaves out a keepalive of 0', () => {
    expect(linesOf({ keepaliveSeconds: 0 })).toEqual(linesOf({}).slice(0, -1));
  });

  it.each([['2001:db8::1'], ['[2001:db8::1]']])('writes one pair of brackets around the endpoint %s', (endpoint) => {
    expect(linesOf({ endpoint })).toContain('Endpoint = [2001:db8::1]:51820');
  });

  it('writes every value on a single line, with any characters in it', () => {
    const controls = fc.nat(0x9f).map((code) => String.fromCharCode(code));
    const pieces = fc.constantFrom('\u2028', '\u2029', '\n', 'PostUp = x', '[Peer]', '🚀');
    const hostile = fc.array(fc.oneof(controls, pieces)).map((parts) => parts.join(''));
    const hostileConfig = fc.record({
      addresses: fc.array(hostile, { minLength: 1 }),
      dns: hostile,
      locationPublicKey: hostile,
      allowedIps: fc.constant(config.allowedIps),
      endpoint: hostile,
      port: fc.constant(51820),
      keepaliveSeconds: fc.constant(25),
    });
    fc.assert(
      fc.property(hostileConfig, (hostileFields) => {
        const text = clientConfigText(hostileFields);
        expect(text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(10);
        expect(text).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });

  it('replaces a line end in the DNS with a blank', () => {
    expect(linesOf({ dns: '10.1.0.1,\r\n10.1.0.2\u2028PostUp = reboot\n' })).toContain(
      'DNS = 10.1.0.1, 10.1.0.2 PostUp = reboot',
    );
  });
});

describe('fillPrivateKey', () => {
  it('replaces only the first placeholder', () => {
    const text = clientConfigText({ ...config, dns: 'YOUR_PRIVATE_KEY' });
    const lines = fillPrivateKey(text, 'kEy').split('\n');
    expect(lines).toEqual(text.split('\n').with(1, 'PrivateKey = kEy'));
  });

  it('inserts the key literally', () => {
    expect(fillPrivateKey('a YOUR_PRIVATE_KEY b', "$&$1$$$`$'")).toBe("a $&$1$$$`$' b");
  });

  it('returns a text without a placeholder unchanged', () => {
    expect(fillPrivateKey('[Interface]', 'key')).toBe('[Interface]');
  });
});
