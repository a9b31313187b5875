import type { CallRow } from './call-example.ts';

/** Calls that change many people at once. */
export const manyUsersCalls: Readonly<Record<string, CallRow>> = {
  'PUT /users/status': { access: 'admin', input: (_, { id }) => ({ body: { users: [id], is_active: false } }) },
  'POST /users/delete': { access: 'admin', input: (_, { id }) => ({ body: { users: [id] } }) },
};
