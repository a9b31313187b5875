import type { CallRow } from './call-example.ts';

export const logCheckpointCalls = {
  'GET /activity_log/checkpoint': { access: 'admin', input: () => ({}) },
  'POST /activity_log/checkpoint/acknowledge': {
    access: 'admin',
    input: async ({ database }) => {
      await database.query('update activity_entry set description = gen_random_uuid()::text where id = 1');
      await database.query(
        `insert into activity_problem (kind, number, entry_id, since) values ('behind', 1, 1, now()) on conflict do nothing`,
      );
      return {};
    },
  },
} as const satisfies Readonly<Record<string, CallRow>>;
