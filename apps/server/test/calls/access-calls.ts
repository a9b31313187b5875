import { listAccessVersions } from '@gatewarden/contract/access-history';
import { accessTestBody, aliasBody, ruleBody } from '../given/access.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

async function givenRule({ given }: TestServer): Promise<CallInput> {
  return { params: { id: (await given.accessRule()).id } };
}

async function givenAlias({ given }: TestServer): Promise<CallInput> {
  return { params: { id: (await given.accessAlias()).id } };
}

async function givenPendingAlias({ given }: TestServer): Promise<number> {
  const { id } = await given.accessAlias();
  return (await given.accessAliasChange(id)).id;
}

async function givenVersion({ given }: TestServer): Promise<CallInput> {
  await given.deployedRule();
  const { versions } = await (await given.admin()).call(listAccessVersions, { query: {} });
  return { params: { id: versions[0]?.id ?? 0 } };
}

async function givenTest({ given }: TestServer): Promise<CallInput> {
  return { params: { id: (await given.accessTest()).id } };
}

export const accessCalls = {
  'GET /acl/rule': { access: 'admin' },
  'GET /acl/rule/:id': { access: 'admin', input: givenRule },
  'POST /acl/rule': { access: 'admin', input: () => ({ body: ruleBody() }) },
  'PUT /acl/rule/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await givenRule(server)), body: ruleBody({ name: 'changed' }) }),
  },
  'DELETE /acl/rule/:id': { access: 'admin', input: givenRule },
  'PUT /acl/rule/apply': {
    access: 'admin',
    input: async ({ given }) => ({ body: { rules: [(await given.accessRule()).id] } }),
  },
  'GET /acl/alias': { access: 'admin' },
  'GET /acl/alias/:id': { access: 'admin', input: givenAlias },
  'POST /acl/alias': { access: 'admin', input: () => ({ body: aliasBody() }) },
  'PUT /acl/alias/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await givenAlias(server)), body: aliasBody({ name: 'changed' }) }),
  },
  'DELETE /acl/alias/:id': { access: 'admin', input: givenAlias },
  'PUT /acl/alias/apply': {
    access: 'admin',
    input: async (server) => ({ body: { aliases: [await givenPendingAlias(server)] } }),
  },
  'POST /acl/deploy': {
    access: 'admin',
    input: async (server) => ({
      body: { rules: [(await server.given.accessRule()).id], aliases: [await givenPendingAlias(server)] },
    }),
  },
  'POST /acl/diff': {
    access: 'admin',
    input: async ({ given }) => {
      await given.location({ acl_enabled: true });
      return { body: { rules: [(await given.accessRule()).id] } };
    },
    leavesNoEvent: 'it changes nothing',
  },
  'GET /acl/history': { access: 'admin' },
  'GET /acl/history/:id': { access: 'admin', input: givenVersion },
  'GET /acl/history/:id/diff': { access: 'admin', input: givenVersion },
  'POST /acl/history/:id/restore': {
    access: 'admin',
    input: async (server) => {
      await server.database.query('delete from access_rule where parent_id is not null');
      return givenVersion(server);
    },
  },
  'GET /acl/test': { access: 'admin' },
  'POST /acl/test': { access: 'admin', input: () => ({ body: accessTestBody() }) },
  'PUT /acl/test/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await givenTest(server)), body: accessTestBody({ name: 'changed' }) }),
  },
  'DELETE /acl/test/:id': { access: 'admin', input: givenTest },
  'POST /acl/test/run': { access: 'admin', input: () => ({ body: {} }), leavesNoEvent: 'it changes nothing' },
  'GET /acl/references': { access: 'admin', input: () => ({ query: { kind: 'user', id: '1' } }) },
  'GET /acl/hits': { access: 'admin' },
  'POST /acl/explain': {
    access: 'admin',
    input: async ({ given }, { id }) => ({
      body: { user_id: id, location_id: (await given.location()).id, address: '10.20.0.1', protocol: 6, port: 443 },
    }),
    leavesNoEvent: 'it changes nothing',
  },
} as const satisfies Readonly<Record<string, CallRow>>;
