import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySubnet } from '../test/arbitraries.ts';
import { parseInterfaceAddressList, parseSubnetList } from './address-list.ts';

function texts(list: ReturnType<typeof parseInterfaceAddressList> | ReturnType<typeof parseSubnetList>): unknown {
  return list.kind === 'list' ? list.items.map((item) => item.text) : list;
}

describe('parseInterfaceAddressList', () => {
  it('retains host parts and order, and ignores blanks', () => {
    expect(texts(parseInterfaceAddressList(' 10.1.0.1/24 ,fd00::1/64,\t10.2.0.1/255.255.0.0\n'))).toEqual([
      '10.1.0.1/24',
      'fd00::1/64',
      '10.2.0.1/16',
    ]);
  });

  it('reads an address without a prefix as a single host', () => {
    expect(texts(parseInterfaceAddressList('10.1.0.1,fd00::1'))).toEqual(['10.1.0.1/32', 'fd00::1/128']);
  });

  it.each(['', ' ', ',', ' , ,'])('returns an empty list for %j', (text) => {
    expect(parseInterfaceAddressList(text)).toEqual({ kind: 'list', items: [] });
  });

  it('returns the first invalid item', () => {
    const list = parseInterfaceAddressList('10.1.0.1/24, 10.2.0.300/24 ,nonsense');
    expect(list).toEqual({ kind: 'bad-item', item: '10.2.0.300/24' });
    expect(parseInterfaceAddressList('10.1.0.1/24 10.2.0.1/24')).toEqual({
      kind: 'bad-item',
      item: '10.1.0.1/24 10.2.0.1/24',
    });
  });
});

describe('parseSubnetList', () => {
  it('clears host parts and removes duplicates', () => {
    expect(texts(parseSubnetList('10.1.0.7/24, 10.1.0.9/24, 0.0.0.0/0, fd00::5/64,FD00::/64,10.1.0.0/25'))).toEqual([
      '10.1.0.0/24',
      '0.0.0.0/0',
      'fd00::/64',
      '10.1.0.0/25',
    ]);
  });

  it('returns the first invalid item', () => {
    expect(parseSubnetList('10.1.0.0/24,,10.0.0.0/33,x')).toEqual({ kind: 'bad-item', item: '10.0.0.0/33' });
  });

  it('reads formatted lists back unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anySubnet, { selector: (subnet) => subnet.text }), (items) => {
        const text = items.map((subnet) => subnet.text).join(', ');
        expect(parseSubnetList(text)).toEqual({ kind: 'list', items });
      }),
    );
  });
});
