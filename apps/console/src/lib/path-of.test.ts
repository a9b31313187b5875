import { endpoint } from '@gatewarden/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathOf } from './path-of.ts';

const removeMember = endpoint({
  method: 'DELETE',
  path: '/group/:name/user/:username',
  access: 'admin',
  area: 'groups',
  summary: 'Remove',
  params: z.object({ name: z.string(), username: z.string() }),
  response: z.null(),
});

describe('pathOf', () => {
  it('encodes a slash, a space and a question mark in a segment', () => {
    expect(pathOf(removeMember, { name: 'a/b c', username: '../admin?x' })).toBe(
      '/api/v1/group/a%2Fb%20c/user/..%2Fadmin%3Fx',
    );
  });

  it('repeats the key of a list and omits absent values', () => {
    const query = { event: ['login', 'log out'], page: 2, until: undefined, from: null };
    expect(pathOf({ ...removeMember, path: '/activity_log' }, undefined, query)).toBe(
      '/api/v1/activity_log?event=login&event=log+out&page=2',
    );
  });

  it('sends an instant as UTC', () => {
    const query = { from: new Date('2030-01-01T01:00:00+01:00') };
    expect(pathOf({ ...removeMember, path: '/network/stats' }, {}, query)).toBe(
      '/api/v1/network/stats?from=2030-01-01T00%3A00%3A00.000Z',
    );
  });

  it('throws if a parameter is missing', () => {
    expect(() => pathOf(removeMember, { name: 'a' })).toThrow(TypeError);
  });
});
