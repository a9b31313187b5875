import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import { type ActivityRow, listActivity } from '@gatewarden/contract/activity-log';
import type { TestServer } from '../harness.ts';

/** The newest entry of the activity log that records the event; undefined if there is none. */
export async function latestEntry(server: TestServer, event: ActivityEvent): Promise<ActivityRow | undefined> {
  const admin = await server.given.admin();
  return (await admin.call(listActivity, { query: { event: [event] } })).data[0];
}
