import { describe, expect, it } from 'vitest';
import { lossOf } from './membership-loss.ts';

const groups = [
  { name: 'admin', is_admin: true },
  { name: 'Staff', is_admin: false },
  { name: 'Cooks', is_admin: false },
];
const locations = [
  { name: 'Warsaw', allowed_groups: ['Staff'] },
  { name: 'Seoul', allowed_groups: ['Staff', 'Cooks'] },
  { name: 'Oslo', allowed_groups: [] },
];
const person = (names: string[], device_count = 1) => ({ groups: names, device_count });

describe('what people lose with a membership', () => {
  it('counts people and devices that lose a location, and names the locations', () => {
    const leaving = [person(['Staff'], 2), person(['Staff', 'Cooks'], 3)];
    expect(lossOf({ name: 'Staff' }, leaving, groups, locations)).toEqual({
      people: 2,
      devices: 5,
      locations: ['Seoul', 'Warsaw'],
      admins: 0,
    });
  });

  it('leaves out people whose other groups grant the same', () => {
    const leaving = [person(['Staff', 'admin'], 4), person(['Cooks', 'Staff'], 1)];
    const loss = lossOf({ name: 'Cooks' }, [person(['Cooks', 'Staff'])], groups, locations);
    expect(loss).toEqual({ people: 0, devices: 0, locations: [], admins: 0 });
    expect(lossOf({ name: 'Staff' }, leaving, groups, locations)).toMatchObject({ people: 1, locations: ['Warsaw'] });
  });

  it('counts people who are no longer administrators, with the locations that only these can use', () => {
    const leaving = [person(['admin'], 2)];
    expect(lossOf({ name: 'admin' }, leaving, groups, locations)).toEqual({
      people: 1,
      devices: 2,
      locations: ['Seoul', 'Warsaw'],
      admins: 1,
    });
  });
});
