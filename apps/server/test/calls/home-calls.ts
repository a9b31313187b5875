import { getHome } from '@gatewarden/contract/home';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

/** The key of a condition that no administrator dismissed and that a token for settings may read: mail is not set up. */
async function givenCondition({ given, database }: TestServer): Promise<string> {
  await database.query('delete from home_dismissal');
  const { attention } = await (await given.admin()).call(getHome, {});
  return attention.find(({ kind }) => kind === 'mail_not_set_up')?.key ?? '';
}

async function dismissForAll({ database }: TestServer, key: string): Promise<void> {
  await database.query('insert into home_dismissal select id, $1, now() from "user" on conflict do nothing', [key]);
}

export const homeCalls = {
  'GET /home': { access: 'admin' },
  'POST /home/attention/:key/dismiss': {
    access: 'admin',
    input: async (server): Promise<CallInput> => ({ params: { key: await givenCondition(server) } }),
  },
  'POST /home/attention/:key/restore': {
    access: 'admin',
    input: async (server): Promise<CallInput> => {
      const key = await givenCondition(server);
      await dismissForAll(server, key);
      return { params: { key } };
    },
  },
  'POST /home/checklist/dismiss': {
    access: 'admin',
    input: async ({ database }): Promise<CallInput> => {
      await database.query(`delete from home_dismissal where key = 'checklist'`);
      return {};
    },
  },
  'POST /home/checklist/restore': {
    access: 'admin',
    input: async (server): Promise<CallInput> => {
      await dismissForAll(server, 'checklist');
      return {};
    },
  },
} as const satisfies Readonly<Record<string, CallRow>>;
