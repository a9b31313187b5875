import { z } from 'zod';
import type { CloudAccount, CloudScope } from '../../ports/cloud-directory.ts';
import { type Directory, DirectoryFailure, type DirectoryUser } from '../../ports/directory.ts';
import type { Connection } from './connection.ts';
import type { DirectoryHosts } from './hosts.ts';
import { createHttpReader, type HttpReader, type JsonAnswer } from './http-reader.ts';
import { collectPages, readPages } from './pages.ts';
import { readGroupsInScope } from './read-groups.ts';
import { createBearer, createSession } from './session.ts';
import { entryId, listOf, text } from './shapes.ts';
import { errorOf, form, requestToken } from './tokens.ts';

type Account = Extract<CloudAccount, { kind: 'microsoft' }>;

const Page = <Item extends z.ZodType>(item: Item) => z.object({ value: listOf(item), '@odata.nextLink': text });
const User = z.object({
  id: entryId,
  userPrincipalName: z.string(),
  ...{ displayName: text, givenName: text, surname: text, mail: text, mobilePhone: text },
  accountEnabled: z.boolean().nullish(),
});
const Group = z.object({ id: entryId, displayName: text });
const Member = z.object({ '@odata.type': z.string().min(1), id: entryId });

/** Microsoft Graph, as the application of the provider. Reads everything each time; changes are found by comparison. */
export function openMicrosoft(
  account: Account,
  scope: CloudScope,
  hosts: DirectoryHosts['microsoft'],
  { outbound, wait, now }: Connection,
): Directory {
  const reader = createHttpReader({ outbound, wait, now });
  const authorize = createBearer((signal) => authenticate(account, hosts, reader, signal));
  const session = createSession({ reader, authorize, explain });

  function list<Item extends z.ZodType>(item: Item, path: string, fields: readonly string[], signal: AbortSignal) {
    const first = new URL(`/v1.0${path}?$select=${fields.join(',')}&$top=999`, hosts.graph);
    return readPages(first, async (url) => {
      const { body } = await session.get(url, Page(item), signal);
      return { items: body.value, next: toNext(body['@odata.nextLink']) };
    });
  }

  return {
    async *readUsers(signal) {
      const fields = Object.keys(User.shape);
      for await (const users of list(User, '/users', fields, signal)) yield users.map(toUser);
    },
    readGroups: (signal) =>
      readGroupsInScope(
        scope,
        async function* () {
          for await (const groups of list(Group, '/groups', ['id', 'displayName'], signal))
            yield groups.map(({ id: externalId, displayName }) => ({ externalId, name: displayName ?? '' }));
        },
        async (group) => {
          const path = `/groups/${encodeURIComponent(group)}/transitiveMembers`;
          const members = await collectPages(list(Member, path, ['id'], signal));
          // groups, devices and applications can be members too
          return members
            .filter((member) => member['@odata.type'] === '#microsoft.graph.user')
            .map((member) => member.id);
        },
      ),
    close: async () => undefined,
  };
}

function toNext(link: string | null | undefined): URL | undefined {
  if (!link) return undefined;
  const url = URL.parse(link);
  if (!url) throw new DirectoryFailure('answer', 'the address of the next page is invalid');
  return url;
}

function toUser(user: z.output<typeof User>): DirectoryUser {
  const { userPrincipalName, displayName, givenName, surname, mail, mobilePhone, accountEnabled } = user;
  return {
    externalId: user.id,
    username: userPrincipalName,
    firstName: givenName || displayName || '',
    lastName: surname ?? '',
    email: mail || userPrincipalName,
    phone: mobilePhone ?? '',
    isActive: accountEnabled === true,
  };
}

/** The tenant of an issuer such as `https://login.microsoftonline.com/<tenant>/v2.0`. */
function tenantOf(issuer: string): string {
  const url = URL.parse(issuer);
  const tenant = /^\/([A-Za-z0-9.-]{1,128})(?:\/|$)/.exec(url?.pathname ?? '')?.[1];
  if (url?.hostname !== 'login.microsoftonline.com' || tenant === undefined)
    throw new DirectoryFailure('microsoft_tenant', 'the issuer names no tenant');
  return tenant;
}

/** Codes of Entra for a tenant or an application that it does not know. */
const unknownCodes = /AADSTS(90002|900023|700016|500011)\b/;

async function authenticate(
  { issuer, clientId, clientSecret }: Account,
  { login, graph }: DirectoryHosts['microsoft'],
  reader: HttpReader,
  signal: AbortSignal,
): Promise<string> {
  const endpoint = new URL(`/${tenantOf(issuer)}/oauth2/v2.0/token`, login);
  const body = form({
    grant_type: 'client_credentials',
    scope: `${graph}/.default`,
    client_id: clientId,
    client_secret: clientSecret.reveal(),
  });
  return requestToken(reader, { endpoint, body, signal }, (answer) => {
    const { error, description } = errorOf(answer);
    const reason = unknownCodes.test(description) ? 'microsoft_tenant' : 'microsoft_secret';
    return new DirectoryFailure(reason, `${answer.status} ${error} ${description}`);
  });
}

function explain({ status, json }: JsonAnswer): DirectoryFailure {
  const code = z.object({ error: z.object({ code: z.string() }) }).safeParse(json).data?.error.code ?? '';
  const isRefused = status === 401 || status === 403;
  return new DirectoryFailure(isRefused ? 'microsoft_permission' : 'answer', `Microsoft Graph: ${status} ${code}`);
}
