import { patchSettings } from '@gatewarden/contract/settings';
import { unansweredLdap } from '../given/ldap.ts';
import type { TestServer } from '../harness.ts';
import type { CallRow } from './call-example.ts';

/** A directory that does not answer, and no unfinished run; the runs that start fail. */
async function givenDirectory({ given, database }: TestServer): Promise<void> {
  const { username } = await given.admin();
  const admin = await given.signedIn(username);
  const settings = { ...unansweredLdap, ldap_is_authoritative: true };
  await admin.call(patchSettings, { body: settings });
  await endRuns({ database });
}

/** From then on, runs that other calls started publish nothing. */
async function endRuns({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.query(`update directory_sync_run set state = 'failed' where state in ('queued', 'running')`);
}

async function givenRun(server: TestServer): Promise<number> {
  await givenDirectory(server);
  const [row] = await server.database.query(`insert into directory_sync_run (source, state, created_at, removal_digest)
    values ('ldap', 'waiting', now(), 'digest') returning id`);
  return Number(row?.['id']);
}

export const directorySyncCalls = {
  'GET /directory_sync': { access: 'admin' },
  'GET /directory_sync/source': { access: 'admin' },
  'GET /identity_sources': { access: 'admin' },
  'GET /directory_sync/run': {
    access: 'admin',
    async input(server) {
      await endRuns(server);
      return {};
    },
  },
  'GET /directory_sync/run/:id': {
    access: 'admin',
    input: async (server) => ({ params: { id: await givenRun(server) } }),
  },
  'POST /directory_sync/preview': {
    access: 'admin',
    async input(server) {
      await givenDirectory(server);
      return {};
    },
  },
  'POST /directory_sync/run': {
    access: 'admin',
    async input(server) {
      await givenDirectory(server);
      return {};
    },
  },
  'POST /directory_sync/run/:id/confirm': {
    access: 'admin',
    input: async (server) => ({ params: { id: await givenRun(server) }, body: { administrators: [] } }),
  },
  'GET /test_directory_sync': { access: 'admin' },
  // nothing is set up: a directory that answers is tested with the feature
  'GET /ldap/test': { access: 'admin', status: 400 },
} as const satisfies Readonly<Record<string, CallRow>>;
