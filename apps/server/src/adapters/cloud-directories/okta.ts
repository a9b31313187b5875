import { z } from 'zod';
import type { CloudAccount, CloudScope } from '../../ports/cloud-directory.ts';
import { type Directory, DirectoryFailure, type DirectoryUser } from '../../ports/directory.ts';
import { readJwk, signAssertion } from './assertion.ts';
import type { Connection } from './connection.ts';
import type { DirectoryHosts } from './hosts.ts';
import { createHttpReader, type HttpReader, type JsonAnswer } from './http-reader.ts';
import { nextLink } from './link-header.ts';
import { collectPages, readPages } from './pages.ts';
import { readGroupsInScope } from './read-groups.ts';
import { createBearer, createSession } from './session.ts';
import { entryId, listOf, text } from './shapes.ts';
import { errorOf, form, requestToken } from './tokens.ts';

type Account = Extract<CloudAccount, { kind: 'okta' }>;

/** Of deprovisioned users only if they are asked for; other statuses do not exist. */
const statuses = [
  ...['STAGED', 'PROVISIONED', 'ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED', 'LOCKED_OUT', 'SUSPENDED', 'DEPROVISIONED'],
];
/** A lock ends by itself, and strangers can cause one. */
const inactive = new Set(['STAGED', 'SUSPENDED', 'DEPROVISIONED']);
const pageSize = '200';

const Users = listOf(
  z.object({
    id: entryId,
    status: z.string(),
    profile: z.object({ login: z.string(), email: text, firstName: text, lastName: text, mobilePhone: text }),
  }),
);
const Groups = listOf(z.object({ id: entryId, profile: z.object({ name: z.string() }) }));
const Members = listOf(z.object({ id: entryId }));

/** Okta's management API, as an API services application with a private key. */
export function openOkta(
  account: Account,
  scope: CloudScope,
  findOrganization: DirectoryHosts['okta'],
  { outbound, wait, now }: Connection,
): Directory {
  const reader = createHttpReader({ outbound, wait, now });
  const organization = findOrganization(account.issuer);
  const at = (path: string, query: Record<string, string>) => {
    if (organization === undefined) throw new DirectoryFailure('okta_address', 'not an organization of Okta');
    const search = new URLSearchParams(query).toString();
    return new URL(search === '' ? path : `${path}?${search}`, organization);
  };
  const authorize = createBearer((signal) =>
    authenticate(account, at('/oauth2/v1/token', {}), { reader, now, signal }),
  );
  const session = createSession({ reader, authorize, explain });

  function list<Item>(schema: z.ZodType<readonly Item[]>, first: URL, signal: AbortSignal) {
    return readPages(first, async (url) => {
      const { body, headers } = await session.get(url, schema, signal);
      return { items: body, next: nextLink(headers, url) };
    });
  }

  return {
    async *readUsers(signal) {
      const filter = statuses.map((status) => `status eq "${status}"`).join(' or ');
      for await (const users of list(Users, at('/api/v1/users', { limit: pageSize, filter }), signal))
        yield users.map(toUser);
    },
    readGroups: (signal) =>
      readGroupsInScope(
        scope,
        async function* () {
          for await (const groups of list(Groups, at('/api/v1/groups', { limit: pageSize }), signal))
            yield groups.map(({ id, profile }) => ({ externalId: id, name: profile.name }));
        },
        async (id) => {
          const members = at(`/api/v1/groups/${encodeURIComponent(id)}/users`, { limit: pageSize });
          return (await collectPages(list(Members, members, signal))).map((member) => member.id);
        },
      ),
    close: async () => undefined,
  };
}

function toUser({ id, status, profile }: z.output<typeof Users>[number]): DirectoryUser {
  return {
    externalId: id,
    username: profile.login,
    firstName: profile.firstName ?? '',
    lastName: profile.lastName ?? '',
    email: profile.email ?? '',
    phone: profile.mobilePhone ?? '',
    isActive: !inactive.has(status),
  };
}

async function authenticate(
  { clientId, privateKey }: Account,
  endpoint: URL,
  { reader, now, signal }: { reader: HttpReader; now: () => Date; signal: AbortSignal },
): Promise<string> {
  const key = readJwk(privateKey.reveal());
  if (!key) throw new DirectoryFailure('okta_client', 'the key is not a private JWK');
  const claims = { iss: clientId, sub: clientId, aud: endpoint.href };
  const body = form({
    grant_type: 'client_credentials',
    scope: 'okta.users.read okta.groups.read',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signAssertion(key, claims, now()),
  });
  return requestToken(reader, { endpoint, body, signal }, (answer) => {
    const { error, description } = errorOf(answer);
    if (error === 'invalid_dpop_proof') return new DirectoryFailure('okta_dpop', description);
    if (error === 'invalid_scope' || error === 'access_denied')
      return new DirectoryFailure('okta_permission', description);
    return new DirectoryFailure('okta_client', `${answer.status} ${error} ${description}`);
  });
}

function explain({ status, json }: JsonAnswer): DirectoryFailure {
  const code = z.object({ errorCode: z.string() }).safeParse(json).data?.errorCode ?? '';
  const detail = `Okta: ${status} ${code}`;
  if (status === 401) return new DirectoryFailure('okta_client', detail);
  return new DirectoryFailure(status === 403 ? 'okta_permission' : 'answer', detail);
}
