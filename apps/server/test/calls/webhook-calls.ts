import { addWebhook, testWebhook } from '@gatewarden/contract/webhooks';
import { givenAccount } from '../given/accounts.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** A private address is refused when it is stored; requests to this one fail immediately. */
const newWebhook = () => ({
  url: `https://localhost/${uniqueName('hook-')}`,
  description: 'Ticket system',
  token: 'token',
  enabled: false,
  on_user_created: true,
  on_user_deleted: false,
  on_user_modified: false,
  on_hwkey_provision: false,
});

/** At most 50 exist at a time. */
async function prune(database: TestServer['database']): Promise<void> {
  await database.query(`delete from delivery_destination where kind = 'webhook' and id not in
    (select id from delivery_destination where kind = 'webhook' order by id desc limit 45)`);
}

async function givenWebhook(server: TestServer): Promise<CallInput & { params: { id: string } }> {
  await prune(server.database);
  const admin = await givenAccount(server, { isAdmin: true });
  const { id } = await admin.call(addWebhook, { body: newWebhook() });
  return { params: { id: String(id) } };
}

async function givenDelivery(server: TestServer): Promise<CallInput> {
  const { params } = await givenWebhook(server);
  const admin = await server.given.admin();
  const { id } = await admin.call(testWebhook, { params });
  return { params: { ...params, deliveryId: id } };
}

const listed = 'the list of requests shows it';

export const webhookCalls = {
  'GET /webhook': { access: 'admin' },
  'GET /webhook/:id': { access: 'admin', input: givenWebhook },
  'POST /webhook': {
    access: 'admin',
    async input({ database }) {
      await prune(database);
      return { body: newWebhook() };
    },
  },
  'PUT /webhook/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await givenWebhook(server)), body: newWebhook() }),
  },
  'POST /webhook/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await givenWebhook(server)), body: { enabled: true } }),
  },
  'DELETE /webhook/:id': { access: 'admin', input: givenWebhook },
  'POST /webhook/:id/rotate-secret': {
    access: 'admin',
    input: async (server) => ({ ...(await givenWebhook(server)), body: { overlap_hours: 1 } }),
  },
  'POST /webhook/:id/test': { access: 'admin', input: givenWebhook, leavesNoEvent: listed },
  'POST /webhook/:id/replay': {
    access: 'admin',
    input: async (server) => ({ ...(await givenWebhook(server)), body: { from: '2100-01-01T00:00:00Z' } }),
  },
  'GET /webhook/:id/delivery': { access: 'admin', input: givenWebhook },
  'GET /webhook/:id/delivery/:deliveryId': { access: 'admin', input: givenDelivery },
  'POST /webhook/:id/delivery/:deliveryId/redeliver': { access: 'admin', input: givenDelivery, leavesNoEvent: listed },
} as const satisfies Readonly<Record<string, CallRow>>;
