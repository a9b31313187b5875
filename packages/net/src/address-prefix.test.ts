import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAddress } from '../test/arbitraries.ts';
import { formatAddress, parseAddress } from './address.ts';
import { addressesWithPrefix } from './address-prefix.ts';

const summary = (text: string) => addressesWithPrefix(text).map(({ first, last }) => `${first} ${last}`);

it.each([
  ['10.20.0.9', ['10.20.0.9 10.20.0.9', '10.20.0.90 10.20.0.99']],
  ['10.20.0.92', ['10.20.0.92 10.20.0.92']],
  ['10.20.', ['10.20.0.0 10.20.255.255']],
  ['10.2', ['10.2.0.0 10.2.255.255', '10.20.0.0 10.29.255.255', '10.200.0.0 10.255.255.255']],
  ['10.0', ['10.0.0.0 10.0.255.255']],
  ['10.20.0.0/24', ['10.20.0.0 10.20.0.255']],
  ['fd00:a', ['fd00:a:: fd00:a:ffff:ffff:ffff:ffff:ffff:ffff', 'fd00:a0:: fd00:af:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['FD00::5', ['fd00::5 fd00::5', 'fd00::50 fd00::5f', 'fd00::500 fd00::5ff', 'fd00::5000 fd00::5fff']],
  ['::1:0:0:', ['::1:0:0:0 ::1:0:0:ffff']],
  ['fd00:20::', ['fd00:20:: fd00:20:0:ffff:ffff:ffff:ffff:ffff']],
])('finds the addresses that begin with %s', (text, expected) => {
  expect(summary(text).slice(0, expected.length)).toEqual(expected);
});

it.each([
  '',
  '10',
  'laptop',
  '10.256',
  '10..1',
  '1.2.3.4.5',
  '010.1',
  ':',
  'fd00:g',
  'a::b::c',
  '10.0.0.0/33',
  "'; --",
])('finds none for %j', (text) => {
  expect(addressesWithPrefix(text)).toEqual([]);
});

it('contains every address whose text begins like this', () => {
  fc.assert(
    fc.property(anyAddress, fc.nat(), (address, seed) => {
      const text = formatAddress(address);
      // an IPv4 address in an IPv6 address has another form in its last part
      fc.pre(!(address.family === 6 && text.includes('.')));
      const start = text.slice(0, 1 + (seed % text.length));
      const separated = start.includes(address.family === 4 ? '.' : ':');
      // after `::`, only the last group may be incomplete
      fc.pre(separated && start !== ':' && !(start.includes('::') && text.slice(start.length).includes(':')));
      const ranges = addressesWithPrefix(start);
      expect(ranges.length).toBeLessThanOrEqual(4);
      expect(ranges.some(({ first, last }) => isBetween(address.value, first, last))).toBe(true);
    }),
  );
});

function isBetween(value: bigint, first: string, last: string): boolean {
  const [from, to] = [parseAddress(first)?.value, parseAddress(last)?.value];
  return from !== undefined && to !== undefined && from <= value && value <= to;
}
