import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** Written to the table: the example of a call must not need a recent proof of another one. */
async function givenToken({ database }: TestServer): Promise<CallInput> {
  const name = uniqueName('client-');
  const insert = `insert into scim_token (name, token_hash, created_at) values ($1, sha256($2), now()) returning id`;
  const [row] = (await database.query(insert, [name, Buffer.from(name)])) as { id: number }[];
  return { params: { id: row?.id ?? 0 } };
}

export const scimCalls = {
  'GET /scim/token': { access: 'admin' },
  'POST /scim/token': {
    access: 'admin',
    input: async ({ database }) => {
      // at most 20 exist at a time
      await database.query('delete from scim_token');
      return { body: { name: uniqueName('client-'), expires_at: '2100-01-01T00:00:00Z' } };
    },
  },
  'POST /scim/token/:id/rotate': {
    access: 'admin',
    input: async (server) => ({ ...(await givenToken(server)), body: { overlap_hours: 1 } }),
  },
  'DELETE /scim/token/:id': { access: 'admin', input: givenToken },
  'GET /scim/status': { access: 'admin' },
  'POST /scim/removals/resume': { access: 'admin', input: () => ({ body: { without_limit: false } }) },
  'GET /scim/request': { access: 'admin' },
} as const satisfies Readonly<Record<string, CallRow>>;
