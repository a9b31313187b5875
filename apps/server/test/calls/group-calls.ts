import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

async function givenGroup({ given }: TestServer): Promise<CallInput> {
  return { params: { name: (await given.group({ name: uniqueName('group-') })).name } };
}

export const groupCalls = {
  'GET /group': { access: 'admin' },
  'GET /group-info': { access: 'admin' },
  'GET /group/:name': { access: 'admin', input: givenGroup },
  'POST /group': {
    access: 'admin',
    input: (_, { username }) => ({ body: { name: uniqueName('group-'), members: [username], is_admin: false } }),
  },
  'PUT /group/:name': {
    access: 'admin',
    input: async (server, { username }) => ({
      ...(await givenGroup(server)),
      body: { name: uniqueName('group-'), members: [username], is_admin: false },
    }),
  },
  'DELETE /group/:name': { access: 'admin', input: givenGroup },
  'POST /group/:name/restore': {
    access: 'admin',
    input: () => ({ params: { name: uniqueName('group-') } }),
    // restorations of deleted groups are tested with the feature
    status: 404,
    leavesNoEvent: 'the session deleted no group',
  },
  'POST /groups-assign': {
    access: 'admin',
    input: async ({ given }, { id }) => ({
      body: { groups: [(await given.group({ name: uniqueName('group-') })).name], users: [id] },
    }),
  },
  'POST /group/:name': {
    access: 'admin',
    input: async (server, { username }) => ({ ...(await givenGroup(server)), body: { username } }),
  },
  'DELETE /group/:name/user/:username': {
    access: 'admin',
    input: async ({ given }, { username }) => {
      const { name } = await given.group({ name: uniqueName('group-'), members: [username] });
      return { params: { name, username } };
    },
  },
} as const satisfies Readonly<Record<string, CallRow>>;
