import { z } from 'zod';
import type { CloudAccount, CloudScope } from '../../ports/cloud-directory.ts';
import { type Directory, DirectoryFailure, type DirectoryUser } from '../../ports/directory.ts';
import type { Connection } from './connection.ts';
import { createHttpReader, type JsonAnswer } from './http-reader.ts';
import { collectPages, readByPosition } from './pages.ts';
import { readGroupsInScope } from './read-groups.ts';
import { createSession } from './session.ts';
import { entryId, listOf, text } from './shapes.ts';

type Account = Extract<CloudAccount, { kind: 'jumpcloud' }>;

const pageSize = 100;
const User = z.object({
  id: entryId,
  username: z.string(),
  ...{ email: text, firstname: text, lastname: text, state: text },
  suspended: z.boolean().nullish(),
  phoneNumbers: listOf(z.object({ type: text, number: text })).nullish(),
});
const Users = z.object({ totalCount: z.number().nullish(), results: listOf(User) });
const Groups = listOf(z.object({ id: entryId, name: z.string() }));
const Members = listOf(z.object({ to: z.object({ id: entryId, type: z.string().min(1) }) }));

/** JumpCloud's API: people of version 1, groups of version 2, with the key of an administrator. */
export function openJumpcloud(
  { apiKey }: Account,
  scope: CloudScope,
  host: string,
  { outbound, wait, now }: Connection,
): Directory {
  const reader = createHttpReader({ outbound, wait, now });
  const session = createSession({ reader, authorize: async () => ({ 'x-api-key': apiKey.reveal() }), explain });
  const at = (path: string, { skip, limit, ...query }: { skip: number; limit: number; sort?: string }) =>
    new URL(`${path}?${new URLSearchParams({ ...query, limit: `${limit}`, skip: `${skip}` })}`, host);

  return {
    async *readUsers(signal) {
      let total = 0;
      let count = 0;
      const pages = readByPosition(
        pageSize,
        ({ id }: z.output<typeof User>) => id,
        async (skip, limit) => {
          const query = { limit, skip, sort: '_id' };
          const { body } = await session.get(at('/api/systemusers', query), Users, signal);
          total = body.totalCount ?? 0;
          return body.results;
        },
      );
      for await (const users of pages) {
        count += users.length;
        yield users.map(toUser);
      }
      // what is missing would count as gone
      if (count < total) throw new DirectoryFailure('changed', `${count} of ${total} people`);
    },
    readGroups: (signal) =>
      readGroupsInScope(
        scope,
        async function* () {
          const pages = readByPosition(
            pageSize,
            ({ id }: z.output<typeof Groups>[number]) => id,
            async (skip, limit) =>
              (await session.get(at('/api/v2/usergroups', { limit, skip, sort: 'name' }), Groups, signal)).body,
          );
          for await (const groups of pages) yield groups.map(({ id, name }) => ({ externalId: id, name }));
        },
        async (id) => {
          const path = `/api/v2/usergroups/${encodeURIComponent(id)}/members`;
          const pages = readByPosition(
            pageSize,
            ({ to }: z.output<typeof Members>[number]) => to.id,
            async (skip, limit) => (await session.get(at(path, { limit, skip }), Members, signal)).body,
          );
          const members = await collectPages(pages);
          return members.flatMap(({ to }) => (to.type === 'user' ? [to.id] : []));
        },
      ),
    close: async () => undefined,
  };
}

function toUser(user: z.output<typeof User>): DirectoryUser {
  const { id, username, email, firstname, lastname, suspended, state, phoneNumbers } = user;
  const numbers = phoneNumbers ?? [];
  const phone = numbers.find(({ type }) => type === 'mobile') ?? numbers[0];
  return {
    externalId: id,
    username,
    firstName: firstname ?? '',
    lastName: lastname ?? '',
    email: email ?? '',
    phone: phone?.number ?? '',
    // without a state: accounts of before it existed
    isActive: suspended !== true && (state ?? 'ACTIVATED') === 'ACTIVATED',
  };
}

function explain({ status }: JsonAnswer): DirectoryFailure {
  const isKey = status === 401 || status === 403;
  return new DirectoryFailure(isKey ? 'jumpcloud_key' : 'answer', `JumpCloud: ${status}`);
}
