import { expect, it } from 'vitest';
import { callerAddressOf } from './caller-address.ts';

it('returns the address of the connection without IPv4 mapping and interface', () => {
  expect(callerAddressOf({ ip: '192.0.2.1' })).toBe('192.0.2.1');
  expect(callerAddressOf({ ip: '::ffff:192.0.2.1' })).toBe('192.0.2.1');
  expect(callerAddressOf({ ip: 'fe80::1%eth0' })).toBe('fe80::1');
});

it('returns the farthest valid address that trusted proxies report', () => {
  const through = (...ips: string[]) => callerAddressOf({ ip: ips.at(-1) ?? '', ips });
  expect(through('127.0.0.1', '192.0.2.9', '2001:db8::7')).toBe('2001:db8::7');
  expect(through('127.0.0.1', '192.0.2.9', 'unknown')).toBe('192.0.2.9');
  expect(through('fe80::1%eth0', '198.51.100.7:4711')).toBe('fe80::1');
  expect(through('127.0.0.1', 'fe80::1%eth0')).toBe('127.0.0.1');
});
