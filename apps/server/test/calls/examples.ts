import type { Endpoint } from '@gatewarden/contract/endpoint';
import type { Caller } from '../caller.ts';
import { givenAccount } from '../given/accounts.ts';
import type { TestServer } from '../harness.ts';
import type { TestDatabase } from '../test-database.ts';
import { type CallInput, keyOf } from './call-example.ts';
import { calls } from './calls.ts';

export interface Example {
  readonly endpoint: Endpoint;
  readonly key: string;
  readonly input: CallInput;
  /** A caller with access. */
  readonly caller: Caller;
}

/** Timeout of a test that makes all calls, which takes long while many tests run in parallel. */
export const allCallsMilliseconds = 600_000;

/** A working example of every call that `isWanted` selects, each for a separate user. */
export async function givenExamples(
  server: TestServer,
  isWanted: (endpoint: Endpoint) => unknown = () => true,
): Promise<Example[]> {
  await server.given.admin();
  const admin = await givenAccount(server, { isAdmin: true });
  const found: Example[] = [];
  // calls that wait for a second factor come first: their setup advances the clock, which would expire earlier codes
  const isPending = (endpoint: Endpoint) => calls[keyOf(endpoint)]?.access === 'pending';
  const wanted = server.endpoints.filter(isWanted);
  for (const endpoint of [...wanted.filter(isPending), ...wanted.filter((each) => !isPending(each))]) {
    const key = keyOf(endpoint);
    const row = calls[key];
    if (!row) continue;
    const owner = await givenAccount(server);
    const input = (await row.input?.(server, owner)) ?? {};
    const caller = row.access === 'admin' ? admin : row.access === 'anonymous' ? server.stranger() : owner;
    found.push({ endpoint, key, input, caller });
  }
  return found;
}

/**
 * Digests of all tables, without counted failures and limits, last use of sessions, heartbeats of cores, queued mails and
 * what jobs write that may run at any time: the one that ranks devices and the one that signs the activity log.
 */
export async function digestDatabase({ database }: TestServer): Promise<unknown> {
  const changing = [
    'sign_in_attempts',
    'core_replica',
    'shared_limit',
    'traffic_progress',
    'traffic_ranked',
    'traffic_top',
    'activity_checkpoint',
  ];
  const names = (await tables(database)).filter((name) => !changing.includes(String(name)));
  const digests = names.map((name) => {
    const row = `(to_jsonb(t) - 'last_used_at')::text`;
    // a mail in the queue is removed when it was sent or given up; the key of the log exists from its first signature on
    const settled = name === 'secret' ? "where t.kind not in ('mail', 'activity-key')" : '';
    return `select '${name}' as name, md5(string_agg(${row}, ',' order by ${row})) as rows from "${name}" t ${settled}`;
  });
  return database.query(digests.join(' union all '));
}

/** Names of the tables that contain the text. */
export async function tablesContaining({ database }: TestServer, text: string): Promise<unknown[]> {
  const searches = (await tables(database)).map(
    (name) => `select '${name}' as name from "${name}" t where strpos(t::text, $1) > 0`,
  );
  return (await database.query(searches.join(' union '), [text])).map(({ name }) => name);
}

async function tables(database: TestDatabase): Promise<unknown[]> {
  const rows = await database.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}
