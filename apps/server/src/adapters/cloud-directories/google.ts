import { z } from 'zod';
import type { CloudAccount, CloudScope } from '../../ports/cloud-directory.ts';
import { type Directory, DirectoryFailure, type DirectoryUser } from '../../ports/directory.ts';
import { signAssertion } from './assertion.ts';
import type { Connection } from './connection.ts';
import { readServiceAccount } from './google-key.ts';
import type { DirectoryHosts } from './hosts.ts';
import { createHttpReader, type HttpReader, type JsonAnswer } from './http-reader.ts';
import { collectPages, readPages } from './pages.ts';
import { readGroupsInScope } from './read-groups.ts';
import { createBearer, createSession } from './session.ts';
import { entryId, listOf, text } from './shapes.ts';
import { errorOf, form, requestToken } from './tokens.ts';

type Account = Extract<CloudAccount, { kind: 'google' }>;

const scopes = [
  'https://www.googleapis.com/auth/admin.directory.user.readonly',
  'https://www.googleapis.com/auth/admin.directory.group.readonly',
];
const flag = z.boolean().nullish();
const User = z.object({
  id: entryId,
  primaryEmail: z.string(),
  name: z.object({ givenName: text, familyName: text }).nullish(),
  ...{ suspended: flag, archived: flag },
  phones: listOf(z.object({ type: text, value: text })).nullish(),
});
/** Google leaves an empty list out; the kind tells it from an answer that is no list. */
const pageOf = (kind: string) => z.object({ kind: z.literal(`admin#directory#${kind}`), nextPageToken: text });
const Users = pageOf('users').extend({ users: listOf(User).nullish() });
const Groups = pageOf('groups').extend({ groups: listOf(z.object({ id: entryId, name: z.string() })).nullish() });
const Members = pageOf('members').extend({
  members: listOf(z.object({ id: entryId, type: z.string().min(1) })).nullish(),
});

/** The Directory API of Google Workspace, as a service account on behalf of an administrator. */
export function openGoogle(
  account: Account,
  scope: CloudScope,
  hosts: DirectoryHosts['google'],
  { outbound, wait, now }: Connection,
): Directory {
  const reader = createHttpReader({ outbound, wait, now, isThrottled });
  const authorize = createBearer((signal) => authenticate(account, hosts.token, { reader, now, signal }));
  const session = createSession({ reader, authorize, explain });
  const everyone: string[] = [];

  function list<Body extends { readonly nextPageToken?: string | null | undefined }, Item>(
    { path, query, schema }: { path: string; query: Record<string, string>; schema: z.ZodType<Body> },
    itemsOf: (body: Body) => readonly Item[] | null | undefined,
    signal: AbortSignal,
  ) {
    const first = new URL(`/admin/directory/v1${path}?${new URLSearchParams(query)}`, hosts.api);
    return readPages(first, async (url) => {
      const { body } = await session.get(url, schema, signal);
      const next = new URL(first);
      if (body.nextPageToken) next.searchParams.set('pageToken', body.nextPageToken);
      return { items: itemsOf(body) ?? [], next: body.nextPageToken ? next : undefined };
    });
  }

  return {
    async *readUsers(signal) {
      const fields =
        'kind,nextPageToken,users(id,primaryEmail,name(givenName,familyName),suspended,archived,phones(type,value))';
      const query = { customer: 'my_customer', maxResults: '500', fields };
      everyone.length = 0;
      for await (const users of list({ path: '/users', query, schema: Users }, (body) => body.users, signal)) {
        for (const user of users) everyone.push(user.id);
        yield users.map(toUser);
      }
    },
    readGroups: (signal) =>
      readGroupsInScope(
        scope,
        async function* () {
          const query = { customer: 'my_customer', maxResults: '200', fields: 'kind,nextPageToken,groups(id,name)' };
          for await (const groups of list({ path: '/groups', query, schema: Groups }, (body) => body.groups, signal))
            yield groups.map(({ id: externalId, name }) => ({ externalId, name }));
        },
        async (group) => {
          const fields = 'kind,nextPageToken,members(id,type)';
          const query = { maxResults: '200', includeDerivedMembership: 'true', fields };
          const path = `/groups/${encodeURIComponent(group)}/members`;
          const members = await collectPages(list({ path, query, schema: Members }, (body) => body.members, signal));
          // the whole organization, whose id is not that of a person
          if (members.some(({ type }) => type === 'CUSTOMER')) return [...everyone];
          return members.flatMap(({ id: member, type }) => (type === 'USER' ? [member] : []));
        },
      ),
    close: async () => undefined,
  };
}

function toUser({
  id: externalId,
  primaryEmail,
  name,
  suspended,
  archived,
  phones,
}: z.output<typeof User>): DirectoryUser {
  const numbers = phones ?? [];
  const phone = numbers.find(({ type }) => type === 'mobile') ?? numbers[0];
  return {
    externalId,
    // Google states no other name at sign-in
    username: primaryEmail.replace(/@.*$/, ''),
    firstName: name?.givenName ?? '',
    lastName: name?.familyName ?? '',
    email: primaryEmail,
    phone: phone?.value ?? '',
    isActive: suspended !== true && archived !== true,
  };
}

async function authenticate(
  account: Account,
  tokenUrl: string,
  { reader, now, signal }: { reader: HttpReader; now: () => Date; signal: AbortSignal },
): Promise<string> {
  const { key, email } = readServiceAccount(account);
  const claims = { iss: email, sub: account.adminEmail, aud: tokenUrl, scope: scopes.join(' ') };
  const body = form({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signAssertion(key, claims, now()),
  });
  return requestToken(reader, { endpoint: new URL(tokenUrl), body, signal }, (answer) => {
    const { error, description } = errorOf(answer);
    const detail = `${answer.status} ${error} ${description}`;
    if (error === 'unauthorized_client' || error === 'access_denied')
      return new DirectoryFailure('google_delegation', detail);
    const isAdmin = error === 'invalid_grant' && /email|user id|sub\b/i.test(description);
    return new DirectoryFailure(isAdmin ? 'google_admin' : 'google_key', detail);
  });
}

const Refusal = z.object({
  error: z.object({
    errors: listOf(z.object({ reason: z.string() })).nullish(),
    details: listOf(z.object({ reason: text })).nullish(),
  }),
});

function reasonsOf({ json }: JsonAnswer): string[] {
  const { errors, details } = Refusal.safeParse(json).data?.error ?? {};
  return [...(errors ?? []), ...(details ?? [])].flatMap(({ reason }) => reason ?? []);
}

/** Google limits requests with status 403 too. */
function isThrottled(answer: JsonAnswer): boolean {
  const limited = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'RATE_LIMIT_EXCEEDED'];
  return answer.status === 403 && reasonsOf(answer).some((reason) => limited.includes(reason));
}

function explain(answer: JsonAnswer): DirectoryFailure {
  const found = reasonsOf(answer);
  const detail = `Google: ${answer.status} ${found.join(' ')}`;
  if (found.includes('accessNotConfigured') || found.includes('SERVICE_DISABLED'))
    return new DirectoryFailure('google_api', detail);
  const isRefused = answer.status === 401 || answer.status === 403;
  return new DirectoryFailure(isRefused ? 'google_admin' : 'answer', detail);
}
