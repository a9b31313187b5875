import { describe, expect, it } from 'vitest';
import { areas, rightsIn, TokenFields, toRequest } from './new-token.ts';

const fields = { name: 'Deploy', lifetime: '90', access: 'read', areas: {} } as const;
const now = new Date('2030-01-31T12:00:00Z');

describe('a new token', () => {
  it('expires after the chosen number of days, or never', () => {
    const days = (lifetime: '7' | '365') =>
      (Date.parse(toRequest({ ...fields, lifetime }, now).expires_at ?? '') - now.getTime()) / 86_400_000;
    // daylight saving time can shift it by an hour
    expect([days('7'), days('365')].map(Math.round)).toEqual([7, 365]);
    expect(toRequest({ ...fields, lifetime: 'endless' }, now).expires_at).toBeNull();
  });

  it('has the chosen scope for each area', () => {
    expect(toRequest(fields, now).scopes).toEqual(['read']);
    const chosen = { users: 'none', devices: 'write', traffic: 'read' } as const;
    expect(toRequest({ ...fields, access: 'areas', areas: chosen }, now).scopes).toEqual([
      'devices:write',
      'traffic:read',
    ]);
    expect(toRequest({ ...fields, access: 'write', areas: chosen }, now).scopes).toEqual(['write']);
  });

  it('needs at least one scope', () => {
    const faults = TokenFields.safeParse({ ...fields, access: 'areas', areas: { users: 'none' } }).error?.issues;
    expect(faults?.map(({ path }) => path)).toEqual([['areas']]);
  });

  it('can be limited to areas, some of which are read-only', () => {
    expect(areas).toContain('activity-log');
    expect([rightsIn('traffic'), rightsIn('devices')]).toEqual([
      ['none', 'read'],
      ['none', 'read', 'write'],
    ]);
  });
});
