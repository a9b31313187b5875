import { listActivity } from '@gatewarden/contract/activity-log';
import { updateUser } from '@gatewarden/contract/users';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

/** An entry of the activity log about a change that the owner made. */
async function givenOwnEntry(_: TestServer, owner: Person): Promise<CallInput> {
  await owner.call(updateUser, { params: { username: owner.username }, body: { phone: '5550000' } });
  const { data } = await owner.call(listActivity, {});
  return { params: { id: data[0]?.id ?? 0 } };
}

export const activityLogCalls = {
  'GET /activity_log': { access: 'user', input: () => ({ query: { search: 'login', sort_by: 'event' } }) },
  'GET /activity_log/:id': { access: 'user', owned: true, input: givenOwnEntry },
  'GET /activity_log/export': { access: 'user', input: () => ({ query: { format: 'csv' } }) },
} as const satisfies Readonly<Record<string, CallRow>>;
