import type { AccessChange } from '@gatewarden/contract/access';
import { describe, expect, it } from 'vitest';
import { givenDescribing } from '../../../test/given-describing.ts';
import { describeChange } from './describe-change.ts';

const tcp = (first: number, last: number) => ({
  ...{ first_protocol: 6, last_protocol: 6, first_port: first, last_port: last },
});
const protocols = (first: number, last: number) => ({
  ...{ first_protocol: first, last_protocol: last, first_port: 0, last_port: 65_535 },
});

const change = (changes: Partial<AccessChange>): AccessChange => ({
  ...{ effect: 'lost', location_ids: [1], all_users: false, except_groups: [], except_users: [] },
  ...{ groups: [2], users: [], user_count: 4, network_devices: [], targets: [], target_count: 0 },
  ...changes,
});

function say(changes: Partial<AccessChange>, isFull = false) {
  return describeChange(change(changes), givenDescribing, { enforcing: 1, isFull });
}

describe('describeChange', () => {
  it.each([
    ['a port', [tcp(443, 443)], '10.0.0.1 (TCP port 443)'],
    ['all services', [protocols(0, 255)], '10.0.0.1'],
    [
      'all but one port',
      [protocols(0, 5), protocols(7, 255), tcp(0, 5431), tcp(5433, 65_535)],
      '10.0.0.1 (everything except TCP port 5432)',
    ],
    [
      'all but a protocol and a port',
      [protocols(0, 0), protocols(2, 5), protocols(7, 255), tcp(0, 21), tcp(23, 65_535)],
      '10.0.0.1 (everything except ICMP, TCP port 22)',
    ],
    ['all ports of a protocol but one', [tcp(0, 5431), tcp(5433, 65_535)], '10.0.0.1 (TCP all ports except port 5432)'],
  ])('names %s in the shorter way', (_, services, expected) => {
    expect(say({ targets: [{ addresses: '10.0.0.1', services }], target_count: 1 }).what).toBe(expected);
  });

  it('counts services that are not all listed', () => {
    const targets = [{ addresses: '10.0.0.1', services: [tcp(1, 1), tcp(3, 3)], service_count: 1_680 }];
    expect(say({ targets, target_count: 1 }).what).toBe('10.0.0.1 (1,680 ranges of ports)');
  });

  it('puts addresses with equal services together', () => {
    const targets = [
      { addresses: '10.0.0.1', services: [tcp(443, 443)] },
      { addresses: '10.0.0.2', services: [protocols(0, 255)] },
      { addresses: '10.0.0.3', services: [tcp(443, 443)] },
    ];
    expect(say({ targets, target_count: 3 }).what).toBe('10.0.0.1, 10.0.0.3 (TCP port 443) and 10.0.0.2');
  });

  it('says how many people all users except some are', () => {
    expect(say({ all_users: true, groups: [], except_groups: [2], user_count: 12 }).who).toBe(
      'all users except the group staff (12 people)',
    );
  });

  it('names all that the server has sent on request, and counts the rest', () => {
    const targets = Array.from({ length: 7 }, (_, index) => ({
      addresses: `10.0.0.${index}`,
      services: [protocols(0, 255)],
    }));
    const short = say({ targets, target_count: 9 });
    expect(short.isShortened).toBe(true);
    expect(short.what).toBe('10.0.0.0, 10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, and 4 more');
    expect(say({ targets, target_count: 9 }, true).what).toMatch(/10\.0\.0\.6, and 2 more$/);
  });
});
