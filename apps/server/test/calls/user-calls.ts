import { password } from '../given/given.ts';
import type { CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

const names = { first_name: 'Una', last_name: 'User' };

export const userCalls = {
  'GET /user': { access: 'admin' },
  'POST /user': {
    access: 'admin',
    input: () => {
      const username = uniqueName('new');
      return { body: { ...names, username, email: `${username}@example.com`, phone: '5551234', password } };
    },
  },
  'POST /user/available': {
    access: 'admin',
    input: () => ({ body: { username: 'free' } }),
    leavesNoEvent: 'it only reads',
  },
  'GET /user/:username': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'PUT /user/:username': {
    access: 'self',
    input: (_, { username }) => ({
      params: { username },
      body: {
        ...names,
        username,
        email: `${username}@example.com`,
        phone: '5551234',
        mfa_method: 'None',
        groups: [],
        is_active: true,
        authorized_apps: [{ oauth2client_id: 1 }],
      },
    }),
  },
  'DELETE /user/:username': { access: 'admin', input: (_, { username }) => ({ params: { username } }) },
  'PUT /user/:username/password': {
    access: 'admin',
    input: (_, { username }) => ({ params: { username }, body: { new_password: 'Battery-staple-8' } }),
  },
} as const satisfies Readonly<Record<string, CallRow>>;
