import type { ScimRequest, ScimStatus, ScimToken } from '@gatewarden/contract/scim';

/** Answers of the calls about SCIM. */
export const givenScim = {
  status: (removals: Partial<ScimStatus['removals']> = {}): ScimStatus => ({
    base_url: 'https://vpn.example.com/scim/v2',
    managed_users: 120,
    managed_groups: 4,
    removals: { last_hour: 2, limit: 12, refused: 0, stopped_at: null, lifted_until: null, ...removals },
  }),
  token: (overrides: Partial<ScimToken> = {}): ScimToken => ({
    id: 1,
    name: 'Entra',
    created_at: '2030-01-31T12:00:00',
    rotated_at: null,
    previous_expires_at: null,
    expires_at: null,
    last_used_at: null,
    issued_by: 'ada',
    ...overrides,
  }),
  request: (overrides: Partial<ScimRequest> = {}): ScimRequest => ({
    id: 1,
    at: '2030-01-31T12:00:00',
    token_name: 'Entra',
    method: 'POST',
    resource_type: 'User',
    resource: 'eve@example.com',
    status: 201,
    detail: null,
    ...overrides,
  }),
};
