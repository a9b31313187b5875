import type { GroupInfo } from '@gatewarden/contract/groups';
import { describe, expect, it } from 'vitest';
import { isLastAdminGroup, removalOf } from './group-removal.ts';

const group = (id: number, name: string, is_admin = false): GroupInfo => ({
  id,
  name,
  members: [],
  vpn_locations: [],
  managed_by: null,
  is_admin,
});
const staff = group(1, 'Staff');
const admins = group(2, 'Admins', true);

describe('deleting a group', () => {
  it('is blocked by locations without another group, and narrows the others', () => {
    const warsaw = { id: 1, name: 'Warsaw', allowed_groups: ['Staff'] };
    const seoul = { id: 2, name: 'Seoul', allowed_groups: ['Staff', 'Admins'] };
    const paris = { id: 3, name: 'Paris', allowed_groups: [] };
    const oslo = { id: 4, name: 'Oslo', allowed_groups: ['Admins'] };
    expect(removalOf(staff, [warsaw, seoul, paris, oslo])).toEqual({ blocking: [warsaw], narrowed: [seoul] });
  });

  it('is blocked for the last admin group only', () => {
    expect(isLastAdminGroup(admins, [staff, admins])).toBe(true);
    expect(isLastAdminGroup(admins, [staff, admins, group(3, 'Ops', true)])).toBe(false);
    expect(isLastAdminGroup(staff, [staff])).toBe(false);
  });
});
