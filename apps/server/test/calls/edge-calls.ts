import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** Nothing listens there; core tries again now and then. */
const newAddress = () => `${uniqueName('edge-')}.invalid:50055`;

/** Written to the table: the example of a call must not need a recent proof of another one. */
async function givenEdge({ database }: TestServer): Promise<CallInput> {
  const insert = 'insert into edge (address, created_at) values ($1, now()) returning id';
  const [row] = (await database.query(insert, [newAddress()])) as { id: number }[];
  return { params: { id: row?.id ?? 0 } };
}

export const edgeCalls = {
  'GET /edges': { access: 'admin' },
  'POST /edges': {
    access: 'admin',
    input: async ({ database }) => {
      // at most 20 exist at a time
      await database.query('delete from edge');
      return { body: { address: newAddress() } };
    },
  },
  'GET /edges/:id/token': { access: 'admin', input: givenEdge, isReadLogged: true },
  'POST /edges/:id/token/rotate': { access: 'admin', input: givenEdge },
  'DELETE /edges/:id': { access: 'admin', input: givenEdge },
} as const satisfies Readonly<Record<string, CallRow>>;
