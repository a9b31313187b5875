import { givenProgram } from '../given/api-tokens.ts';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

const ownerInput = (_: TestServer, { username }: Person): CallInput => ({ params: { username } });

/** Creates a token of the owner. */
async function givenToken(server: TestServer, owner: Person): Promise<CallInput> {
  return { params: { username: owner.username, id: (await givenProgram(server, owner)).id } };
}

export const apiTokenCalls = {
  'GET /user/:username/api_token': { access: 'self', input: ownerInput },
  'POST /user/:username/api_token': {
    access: 'self',
    input: (_, { username }) => ({
      params: { username },
      body: { name: 'Deploy', expires_at: '2100-01-01T00:00:00Z', scopes: ['devices:read', 'traffic:read'] },
    }),
  },
  'POST /user/:username/api_token/:id/rename': {
    access: 'self',
    input: async (server, owner) => ({ ...(await givenToken(server, owner)), body: { name: 'Deploy' } }),
  },
  'DELETE /user/:username/api_token/:id': { access: 'self', input: givenToken },
} as const satisfies Readonly<Record<string, CallRow>>;
