import { addProvider } from '@gatewarden/contract/identity-providers';
import { givenExternalIdentity } from '../given/openid.ts';
import type { TestServer } from '../harness.ts';
import type { CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** At an address that cannot be called. */
const provider = () => ({
  name: uniqueName('Provider-'),
  base_url: 'https://127.0.0.1',
  client_id: 'gatewarden',
  client_secret: 'Canary-secret',
});

/** The number of providers is limited. Examples that are in use remain. */
async function makeRoom({ query }: TestServer): Promise<void> {
  await query('delete from identity_provider where id <= (select max(id) from identity_provider) - 12');
}

/** Adds a provider and returns its name. */
export async function givenProviderName(server: TestServer): Promise<string> {
  await makeRoom(server);
  const { given } = server;
  const admin = await given.signedIn((await given.admin()).username);
  return (await admin.call(addProvider, { body: provider() })).name;
}

const atUnreachable = { leavesNoEvent: 'the provider cannot be reached; sign-in is tested with the feature' } as const;
const answer = { code: 'code', state: 'sign-in.state' };

export const identityProviderCalls = {
  'GET /openid/providers': { access: 'anonymous' },
  'GET /openid/auth_info': {
    access: 'anonymous',
    // sign-in at a provider that can be called is tested with the feature
    status: 502,
    input: async (server) => ({ query: { provider: await givenProviderName(server) } }),
  },
  'POST /openid/callback': {
    access: 'anonymous',
    status: 400,
    input: () => ({ body: answer }),
    leavesNoEvent: 'the answer is not one of a provider; sign-in is tested with the feature',
  },
  'GET /openid/provider': { access: 'admin' },
  'POST /openid/provider': { access: 'admin', input: () => ({ body: provider() }) },
  'GET /openid/provider_list': { access: 'admin' },
  'POST /openid/provider_list': {
    access: 'admin',
    input: async (server) => {
      await makeRoom(server);
      return { body: provider() };
    },
  },
  'GET /openid/provider/:name': {
    access: 'admin',
    input: async (server) => ({ params: { name: await givenProviderName(server) } }),
  },
  'PUT /openid/provider/:name': {
    access: 'admin',
    input: async (server) => ({ params: { name: await givenProviderName(server) }, body: provider() }),
  },
  'DELETE /openid/provider/:name': {
    access: 'admin',
    input: async (server) => ({ params: { name: await givenProviderName(server) } }),
  },
  'POST /openid/provider/test': {
    access: 'admin',
    input: () => ({ body: { base_url: 'https://127.0.0.1' } }),
    leavesNoEvent: 'it changes nothing',
  },
  'GET /user/:username/external_identity': {
    access: 'self',
    input: (_, { username }) => ({ params: { username } }),
  },
  'DELETE /user/:username/external_identity/:id': {
    access: 'self',
    input: async (server, { username, id }) => ({
      params: { username, id: await givenExternalIdentity(server, id, await givenProviderName(server)) },
    }),
  },
  'POST /openid/link/start': {
    access: 'user',
    status: 502,
    input: async (server) => ({ body: { provider: await givenProviderName(server) } }),
    ...atUnreachable,
  },
  'POST /openid/link': {
    access: 'user',
    status: 400,
    input: () => ({ body: { ...answer, state: 'link.state' } }),
    ...atUnreachable,
  },
} as const satisfies Readonly<Record<string, CallRow>>;
