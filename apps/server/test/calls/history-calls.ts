import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

/** A restored database that no administrator has acknowledged. */
async function givenRestore({ database }: TestServer): Promise<CallInput> {
  await database.query(`insert into history_epoch (id, started_at, lost_entries, lost_until, noticed_by)
    values (gen_random_uuid(), now(), 1, now(), 'core')`);
  return {};
}

export const historyCalls = {
  'POST /notices/restored/acknowledge': { access: 'admin', input: givenRestore },
} as const satisfies Readonly<Record<string, CallRow>>;
