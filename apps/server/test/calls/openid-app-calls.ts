import { addOpenidApp } from '@gatewarden/contract/openid-apps';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

const newApp = () => ({
  name: uniqueName('Wiki '),
  redirect_uri: ['https://wiki.example.com/callback'],
  scope: ['openid' as const],
  enabled: true,
  start_url: 'https://wiki.example.com/',
});

async function givenApp({ given }: TestServer) {
  const admin = await given.admin();
  const reauthenticated = await given.signedIn(admin.username);
  return reauthenticated.call(addOpenidApp, { body: newApp() });
}

const appInput = async (server: TestServer): Promise<CallInput> => ({
  params: { clientId: (await givenApp(server)).client_id },
});

/** An application that the owner has authorized. */
async function givenAuthorized(server: TestServer, { id: userId, username }: Person): Promise<CallInput> {
  const { id } = await givenApp(server);
  await server.query(`insert into openid_consent (user_id, app_id, scopes, authorized_at, last_used_at)
    values (${userId}, ${id}, '{openid}', now(), now())`);
  return { params: { username, id } };
}

/** Without the cookie of the browser that began it, no interaction is found. */
const unknownInteraction = { params: { uid: 'unknown-interaction' } };

export const openidAppCalls = {
  'GET /oauth': { access: 'admin' },
  'POST /oauth': { access: 'admin', input: () => ({ body: newApp() }) },
  'GET /oauth/:clientId': { access: 'user', input: appInput },
  'PUT /oauth/:clientId': {
    access: 'admin',
    input: async (server) => ({ ...(await appInput(server)), body: newApp() }),
  },
  'POST /oauth/:clientId': {
    access: 'admin',
    input: async (server) => ({ ...(await appInput(server)), body: { enabled: false } }),
  },
  'DELETE /oauth/:clientId': { access: 'admin', input: appInput },
  'POST /oauth/:clientId/secret': {
    access: 'admin',
    input: async (server) => ({ ...(await appInput(server)), body: { overlap_hours: 24 } }),
  },
  'GET /oauth/:clientId/users': { access: 'admin', input: appInput },
  'GET /openid_issuer': { access: 'admin' },
  'POST /openid_issuer/rotate_keys': { access: 'admin' },
  'GET /launcher': { access: 'user' },
  'GET /oauth/apps/:username': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'DELETE /user/:username/oauth_app/:id': { access: 'self', input: givenAuthorized },
  'GET /oauth/interaction/:uid': { access: 'anonymous', input: () => unknownInteraction },
  'GET /oauth/interaction/:uid/details': { access: 'anonymous', input: () => unknownInteraction, status: 410 },
  'POST /oauth/interaction/:uid/decision': {
    access: 'user',
    input: () => ({ ...unknownInteraction, body: { accept: true } }),
    status: 410,
    leavesNoEvent: 'there is nothing to decide; the journey of a consent leaves one',
  },
  'POST /openid/verify': {
    access: 'user',
    input: async (server) => ({
      body: {
        client_id: (await givenApp(server)).client_id,
        scope: 'openid',
        redirect_uri: newApp().redirect_uri[0],
        response_type: 'code',
      },
    }),
    leavesNoEvent: 'changes nothing',
  },
} as const satisfies Readonly<Record<string, CallRow>>;
