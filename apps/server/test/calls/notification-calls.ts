import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

/** The id of an unread notification of the user. */
async function givenNotification({ database }: TestServer, { id }: Person): Promise<number> {
  const [row] = await database.query(
    `insert into notification (user_id, kind, key, for_administrators, at, details)
     values ($1, 'users_imported', gen_random_uuid(), false, now(), '{"users": 1}') returning id`,
    [id],
  );
  return Number(row?.['id']);
}

const withId = async (server: TestServer, owner: Person): Promise<CallInput> => ({
  params: { id: await givenNotification(server, owner) },
});

export const notificationCalls = {
  'GET /notifications': { access: 'user' },
  'GET /notifications/unread': { access: 'user' },
  'POST /notifications/read': {
    access: 'user',
    input: async (server, owner): Promise<CallInput> => ({ body: { up_to: await givenNotification(server, owner) } }),
  },
  'POST /notifications/:id/read': { access: 'user', owned: true, input: withId },
  'DELETE /notifications/:id': { access: 'user', owned: true, input: withId },
} as const satisfies Readonly<Record<string, CallRow>>;
