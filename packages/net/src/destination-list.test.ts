import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRange, parseDestinationList } from './destination-list.ts';
import { parsePortList } from './port-list.ts';

const spelling = (text: string) => {
  const list = parseDestinationList(text);
  return list.kind === 'list' ? list.text : `${list.kind}: ${list.item}`;
};

describe('parseDestinationList', () => {
  it.each([
    ['10.2.2.2, 10.0.0.1/24, 10.0.10.1-10.0.20.1', '10.2.2.2, 10.0.0.1/24, 10.0.10.1-10.0.20.1'],
    ['10.0.10.1 - 10.0.20.1,\n10.2.2.2/32 ,, FD00::1/128', '10.2.2.2, fd00::1, 10.0.10.1-10.0.20.1'],
    ['10.0.0.7/255.255.255.0', '10.0.0.7/24'],
    ['0.0.0.0/0, ::/0', '0.0.0.0/0, ::/0'],
    ['', ''],
  ])('spells %j as %j', (text, expected) => {
    expect(spelling(text)).toBe(expected);
    expect(spelling(expected)).toBe(expected);
  });

  it.each([
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1/120', '10.0.0.1/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::ffff:10.0.0.1-::ffff:10.0.0.9', '10.0.0.1-10.0.0.9'],
    ['::ffff:10.0.0.1/64', '::ffff:10.0.0.1/64'],
  ])('takes the IPv4-mapped %s for %s', (text, expected) => {
    expect(spelling(text)).toBe(expected);
  });

  it.each([
    ['10.0.0.256', 'bad-item: 10.0.0.256'],
    ['10.0.0.1, office', 'bad-item: office'],
    ['10.0.0.0/33', 'bad-item: 10.0.0.0/33'],
    ['10.0.0.1-fd00::1', 'bad-item: 10.0.0.1-fd00::1'],
    ['10.0.0.0/24-10.0.1.0', 'bad-item: 10.0.0.0/24-10.0.1.0'],
    ['10.0.0.1-10.0.0.2-10.0.0.3', 'bad-item: 10.0.0.1-10.0.0.2-10.0.0.3'],
    ['10.0.0.9-10.0.0.1', 'reversed-range: 10.0.0.9-10.0.0.1'],
    ['10.0.0.1-10.0.0.1', 'reversed-range: 10.0.0.1-10.0.0.1'],
  ])('names the bad item of %j', (text, expected) => {
    expect(spelling(text)).toBe(expected);
  });

  it('reads each network as the range of all its addresses', () => {
    const list = parseDestinationList('10.0.0.7/24, fd00::/126, 10.0.0.1-10.0.0.3');
    expect(list.kind === 'list' && list.ranges).toEqual([
      { family: 4, first: 0x0a000000n, last: 0x0a0000ffn },
      { family: 6, first: 0xfd00n << 112n, last: (0xfd00n << 112n) + 3n },
      { family: 4, first: 0x0a000001n, last: 0x0a000003n },
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:./, -]{0,60}$/)), (text) => {
        expect(['list', 'bad-item', 'reversed-range']).toContain(parseDestinationList(text).kind);
      }),
    );
  });
});

describe('parsePortList', () => {
  const ports = (text: string) => {
    const list = parsePortList(text);
    return list.kind === 'list' ? list.text : `${list.kind}: ${list.item}`;
  };

  it.each([
    ['1, 2, 3, 10-20, 30-40', '1, 2, 3, 10-20, 30-40'],
    ['443 80', '443, 80'],
    [' 10 - 20 ,, 0', '10-20, 0'],
    ['65535', '65535'],
    ['', ''],
  ])('spells %j as %j', (text, expected) => {
    expect(ports(text)).toBe(expected);
  });

  it.each([
    ['65536', 'bad-item: 65536'],
    ['-1', 'bad-item: -1'],
    ['20-10', 'bad-item: 20-10'],
    ['10-10', 'bad-item: 10-10'],
    ['http', 'bad-item: http'],
    ['1.5', 'bad-item: 1.5'],
    ['80, 443, 80', 'repeated: 80'],
    ['10-20, 15', 'repeated: 15'],
  ])('names the bad item of %j', (text, expected) => {
    expect(ports(text)).toBe(expected);
  });
});

describe('formatRange', () => {
  it.each([
    '10.0.0.1',
    '10.0.0.0/24',
    '10.0.0.1-10.0.0.2',
    '10.0.0.128-10.0.1.127',
    '0.0.0.0/0',
    '2001:db8::/32',
    '::/0',
    'ffff::-ffff::5',
  ])('writes %s as it is read', (text) => {
    const list = parseDestinationList(text);
    expect(list.kind === 'list' && list.ranges.map(formatRange)).toEqual([text]);
  });
});
