import { password } from '../given/given.ts';
import type { CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

const names = { first_name: 'Una', last_name: 'User' };

export const setupCalls = {
  'GET /setup': { access: 'anonymous', input: () => ({ query: { token: 'token' } }) },
  'POST /setup': {
    access: 'anonymous',
    input: () => ({
      body: {
        ...names,
        username: uniqueName('first'),
        email: `${uniqueName('first')}@example.com`,
        password,
        token: 'token',
      },
    }),
    // an administrator exists already; setup of a new instance is tested with the feature
    status: 409,
    leavesNoEvent: 'refused on an instance that is set up',
  },
} as const satisfies Readonly<Record<string, CallRow>>;
