import type { GroupInfo } from '@gatewarden/contract/groups';
import { describe, expect, it } from 'vitest';
import { removalOf } from './group-removal.ts';

const group = (id: number, name: string, is_admin = false): GroupInfo => ({
  id,
  name,
  members: [],
  vpn_locations: [],
  is_admin,
});
const staff = group(1, 'Staff');
const admins = group(2, 'Admins', true);

describe('deleting a group', () => {
  it('opens the locations whose only group it was, and narrows those with others', () => {
    const locations = [
      { name: 'Warsaw', allowed_groups: ['Staff'] },
      { name: 'Seoul', allowed_groups: ['Staff', 'Admins'] },
      { name: 'Paris', allowed_groups: [] },
      { name: 'Oslo', allowed_groups: ['Admins'] },
    ];
    expect(removalOf(staff, [staff, admins], locations)).toEqual({
      opened: ['Warsaw'],
      narrowed: ['Seoul'],
      isLastAdminGroup: false,
    });
  });

  it('is refused for the last group of administrators only', () => {
    expect(removalOf(admins, [staff, admins], []).isLastAdminGroup).toBe(true);
    expect(removalOf(admins, [staff, admins, group(3, 'Ops', true)], []).isLastAdminGroup).toBe(false);
    expect(removalOf(staff, [staff], []).isLastAdminGroup).toBe(false);
  });
});
