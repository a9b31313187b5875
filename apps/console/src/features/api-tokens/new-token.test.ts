import { describe, expect, it } from 'vitest';
import { areas, rightsIn, TokenFields, toRequest } from './new-token.ts';

const fields = { name: 'Deploy', lifetime: '90', access: 'read', areas: {} } as const;
const now = new Date('2030-01-31T12:00:00Z');

describe('a new token', () => {
  it('ends after the days that were chosen, or never', () => {
    const days = (lifetime: '7' | '365') =>
      (Date.parse(toRequest({ ...fields, lifetime }, now).expires_at ?? '') - now.getTime()) / 86_400_000;
    // a change of the clock may make it an hour more or less
    expect([days('7'), days('365')].map(Math.round)).toEqual([7, 365]);
    expect(toRequest({ ...fields, lifetime: 'endless' }, now).expires_at).toBeNull();
  });

  it('may do what was chosen for each area', () => {
    expect(toRequest(fields, now).scopes).toEqual(['read']);
    const chosen = { users: 'none', devices: 'write', traffic: 'read' } as const;
    expect(toRequest({ ...fields, access: 'areas', areas: chosen }, now).scopes).toEqual([
      'devices:write',
      'traffic:read',
    ]);
    expect(toRequest({ ...fields, access: 'write', areas: chosen }, now).scopes).toEqual(['write']);
  });

  it('has to be good for something', () => {
    const faults = TokenFields.safeParse({ ...fields, access: 'areas', areas: { users: 'none' } }).error?.issues;
    expect(faults?.map(({ path }) => path)).toEqual([['areas']]);
  });

  it('can be bound to areas, of which some can only be read', () => {
    expect(areas).toContain('activity-log');
    expect([rightsIn('traffic'), rightsIn('devices')]).toEqual([
      ['none', 'read'],
      ['none', 'read', 'write'],
    ]);
  });
});
