import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { fresh } from './fresh-name.ts';

async function inGroup({ given }: TestServer): Promise<CallInput> {
  return { params: { name: (await given.group({ name: fresh('group-') })).name } };
}

export const groupCalls = {
  'GET /group': { access: 'admin' },
  'GET /group-info': { access: 'admin' },
  'GET /group/:name': { access: 'admin', input: inGroup },
  'POST /group': {
    access: 'admin',
    input: (_, { username }) => ({ body: { name: fresh('group-'), members: [username], is_admin: false } }),
  },
  'PUT /group/:name': {
    access: 'admin',
    input: async (server, { username }) => ({
      ...(await inGroup(server)),
      body: { name: fresh('group-'), members: [username], is_admin: false },
    }),
  },
  'DELETE /group/:name': { access: 'admin', input: inGroup },
  'POST /groups-assign': {
    access: 'admin',
    input: async ({ given }, { id }) => ({
      body: { groups: [(await given.group({ name: fresh('group-') })).name], users: [id] },
    }),
  },
  'POST /group/:name': {
    access: 'admin',
    input: async (server, { username }) => ({ ...(await inGroup(server)), body: { username } }),
  },
  'DELETE /group/:name/user/:username': {
    access: 'admin',
    input: async ({ given }, { username }) => {
      const { name } = await given.group({ name: fresh('group-'), members: [username] });
      return { params: { name, username } };
    },
  },
} as const satisfies Readonly<Record<string, CallRow>>;
