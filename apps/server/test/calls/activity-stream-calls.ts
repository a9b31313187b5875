import { addActivityStream } from '@gatewarden/contract/activity-streams';
import { givenAccount } from '../given/accounts.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** A private address is refused when it is stored; requests to this one fail immediately. */
const newStream = () => ({
  name: uniqueName('Collector '),
  stream_type: 'vector_http' as const,
  stream_config: { url: 'https://localhost/logs' },
});

/** At most 20 exist at a time. */
async function prune(database: TestServer['database']): Promise<void> {
  await database.query(`delete from delivery_destination where kind = 'stream' and id not in
    (select id from delivery_destination where kind = 'stream' order by id desc limit 12)`);
}

async function givenStream(server: TestServer): Promise<CallInput> {
  await prune(server.database);
  const admin = await givenAccount(server, { isAdmin: true });
  const { id } = await admin.call(addActivityStream, { body: newStream() });
  return { params: { id: String(id) } };
}

export const activityStreamCalls = {
  'GET /activity_log_stream': { access: 'admin' },
  'POST /activity_log_stream': {
    access: 'admin',
    async input({ database }) {
      await prune(database);
      return { body: newStream() };
    },
  },
  'PUT /activity_log_stream/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await givenStream(server)), body: newStream() }),
  },
  'DELETE /activity_log_stream/:id': { access: 'admin', input: givenStream },
  'POST /activity_log_stream/:id/state': {
    access: 'admin',
    input: async (server) => ({ ...(await givenStream(server)), body: { enabled: false } }),
  },
  'POST /activity_log_stream/:id/test': {
    access: 'admin',
    input: givenStream,
    leavesNoEvent: 'it changes nothing: the collector receives an entry once more',
  },
  'POST /activity_log_stream/:id/replay': {
    access: 'admin',
    input: async (server) => ({ ...(await givenStream(server)), body: { from: '2100-01-01T00:00:00Z' } }),
  },
} as const satisfies Readonly<Record<string, CallRow>>;
