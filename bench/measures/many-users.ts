import { deleteUsers, setUsersStatus } from '@gatewarden/contract/bulk-users';
import { addGroup, deleteGroup } from '@gatewarden/contract/groups';
import { importUsers, previewImport } from '@gatewarden/contract/user-import';
import { listUsers } from '@gatewarden/contract/users';
import type { BenchInstance } from '../instance.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atMost, type Measure } from '../measure.ts';

const prefix = 'user.with.a.long.name.';
const group = 'Group of many users';

/** How long changes of many users delay other calls. Deletes what it adds, except in the activity log. */
export const manyUsers: Measure = {
  name: 'many-users',
  async *run(instance) {
    for (const [name, change] of changesOf(instance)) {
      const value = await longestCallDuring(instance, change);
      yield { name: `another call during ${name}, longest`, value, unit: 'ms', budget: atMost(50) };
    }
    await instance.admin.call(deleteGroup, { params: { name: group } });
  },
};

function changesOf({ admin, quick }: BenchInstance): [name: string, change: () => Promise<unknown>][] {
  const count = quick ? 200 : 2_000;
  const csv = csvOf(count);
  const added = async () =>
    (await admin.call(listUsers, {})).filter(({ username }) => username.startsWith(prefix)).map(({ id }) => id);
  let users: number[] = [];
  const setStatus = (is_active: boolean) => admin.call(setUsersStatus, { body: { users, is_active } });
  return [
    [
      `the import of ${count} users`,
      async () => {
        const { digest } = await admin.call(previewImport, { body: { csv } });
        await admin.call(importUsers, { body: { csv, digest } });
        users = await added();
      },
    ],
    [
      `the addition of a group of all users`,
      async () => {
        const members = (await admin.call(listUsers, {})).map(({ username }) => username);
        await admin.call(addGroup, { body: { name: group, members } });
      },
    ],
    [`the disabling of ${count} users`, () => setStatus(false)],
    [`the enabling of ${count} users`, () => setStatus(true)],
    [`the deletion of ${count} users`, () => admin.call(deleteUsers, { body: { users } })],
  ];
}

function csvOf(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => `${prefix}${n},First,"With, comma",user-no.${n}@example.com`);
  return ['username,first_name,last_name,email', ...rows].join('\n');
}

/** The longest of the short calls that are made until `work` ends, in milliseconds. */
async function longestCallDuring({ api, cookie }: BenchInstance, work: () => Promise<unknown>): Promise<number> {
  let isWorking = true;
  const ended = work().finally(() => {
    isWorking = false;
  });
  let longest = 0;
  while (isWorking) {
    for await (const milliseconds of timeCalls(`${api}/me`, { cookie }, 10)) longest = Math.max(longest, milliseconds);
  }
  await ended;
  return longest;
}
