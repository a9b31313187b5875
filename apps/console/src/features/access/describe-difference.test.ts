import { describe, expect, it } from 'vitest';
import { givenAccess } from '../../../test/given-access.ts';
import { givenDescribing } from '../../../test/given-describing.ts';
import { describeAliasDifference, describeRuleDifference } from './describe-difference.ts';

const options = () => ({
  ...givenDescribing,
  formatTime: (time: string) => time,
});
const list = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`).join(', ');

describe('describeRuleDifference', () => {
  it('has only the fields that differ, with their values before and after', () => {
    const before = givenAccess.rule();
    const after = givenAccess.rule({
      ...{ id: 3, parent_id: 1, state: 'Modified', status: 'modified' },
      ...{ ports: '443, 8443', allowed_users: [7], all_networks: false, networks: [1], expires: '2030-01-31T12:00:00' },
    });
    expect(describeRuleDifference(before, after, options()).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Allowed: the group staff → the group staff and Bob Stone',
      'Ports: 443 → 443 and 8443',
      'Locations: All locations → Warsaw',
      'Expires: Never → 2030-01-31T12:00:00',
    ]);
  });

  it('says of long lists what was added and removed', () => {
    const before = givenAccess.rule({ destination: list(8) });
    const after = givenAccess.rule({ destination: `${list(7)}, 10.0.9.9` });
    expect(describeRuleDifference(before, after, options())).toEqual([
      { label: 'Addresses', text: 'added 10.0.9.9 · removed 10.0.0.7' },
    ]);
  });
});

describe('describeAliasDifference', () => {
  it('says that an empty list means any', () => {
    const difference = describeAliasDifference(givenAccess.alias(), givenAccess.alias({ ports: '' }), options());
    expect(difference).toEqual([{ label: 'Ports', text: '5432 → any' }]);
  });
});
