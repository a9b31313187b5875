import { describe, expect, it } from 'vitest';
import { changesIn, contextFieldsOf } from './changes.ts';

describe('what an entry keeps of a change', () => {
  it('is compared field by field, those that changed first', () => {
    const before = { name: 'Roof', dns: null, allowed_groups: ['staff'] };
    const after = { name: 'Roof', dns: '1.1.1.1', allowed_groups: ['staff'], port: 1 };
    expect(changesIn({ before, after })).toEqual([
      { field: 'dns', before: null, after: '1.1.1.1', isChanged: true },
      { field: 'port', before: undefined, after: 1, isChanged: true },
      { field: 'name', before: 'Roof', after: 'Roof', isChanged: false },
      { field: 'allowed_groups', before: ['staff'], after: ['staff'], isChanged: false },
    ]);
  });

  it('may be the groups of somebody, beside who it is', () => {
    const metadata = { user: { username: 'una' }, before: ['staff'], after: [] };
    expect(changesIn(metadata)).toEqual([{ field: 'groups', before: ['staff'], after: [], isChanged: true }]);
    expect(contextFieldsOf(metadata)).toEqual([{ field: 'user', value: { username: 'una' } }]);
  });

  it('is nothing where something was only added', () => {
    expect(changesIn({ group: { name: 'staff' } })).toBeUndefined();
    expect(changesIn(null)).toBeUndefined();
  });
});
