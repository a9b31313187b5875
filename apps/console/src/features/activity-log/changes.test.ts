import { describe, expect, it } from 'vitest';
import { changesIn, contextFieldsOf } from './changes.ts';

describe('changesIn', () => {
  it('compares field by field, changed fields first', () => {
    const before = { name: 'Roof', dns: null, allowed_groups: ['staff'] };
    const after = { name: 'Roof', dns: '1.1.1.1', allowed_groups: ['staff'], port: 1 };
    expect(changesIn({ before, after })).toEqual([
      { field: 'dns', before: null, after: '1.1.1.1', isChanged: true },
      { field: 'port', before: undefined, after: 1, isChanged: true },
      { field: 'name', before: 'Roof', after: 'Roof', isChanged: false },
      { field: 'allowed_groups', before: ['staff'], after: ['staff'], isChanged: false },
    ]);
  });

  it('reads the groups of a user and leaves the user to the context', () => {
    const metadata = { user: { username: 'una' }, before: ['staff'], after: [] };
    expect(changesIn(metadata)).toEqual([{ field: 'groups', before: ['staff'], after: [], isChanged: true }]);
    expect(contextFieldsOf(metadata)).toEqual([{ field: 'user', value: { username: 'una' } }]);
  });

  it('is undefined for entries without an old value', () => {
    expect(changesIn({ group: { name: 'staff' } })).toBeUndefined();
    expect(changesIn(null)).toBeUndefined();
  });
});
