import { isDeepStrictEqual } from 'node:util';
import type { AccessTestResult, EditAccessTest } from '@gatewarden/contract/access-tests';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './access-tests.queries.ts';
import type { Selection } from './active-rules.queries.ts';
import type { Analysis } from './analysis.ts';
import { readPolicies } from './read-policies.ts';
import { readLists } from './read-rule.ts';
import { requirePending } from './require-pending.ts';

export interface AccessTestsService {
  /** By name. */
  list(): Promise<queries.AccessTestRow[]>;
  /** @throws access_test_limit_reached, access_reference_unknown, and what `readLists` throws */
  add(origin: Origin, body: EditAccessTest): Promise<queries.AccessTestRow>;
  /** @throws access_test_not_found, access_reference_unknown, and what `readLists` throws */
  update(origin: Origin, id: number, body: EditAccessTest): Promise<queries.AccessTestRow>;
  /** @throws access_test_not_found */
  remove(origin: Origin, id: number): Promise<void>;
  /**
   * The results of all tests, by name of the test, before and after a deployment of these changes.
   * @throws what `requirePending` throws, and what `check` of an analysis throws
   */
  run(owner: string, selection: Selection | 'all'): Promise<AccessTestResult[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly analysis: Analysis;
}

/** Each deployment runs all of them. */
const maxTests = 200;

export function createAccessTests({ db, events, clock, analysis }: Dependencies): AccessTestsService {
  return {
    list: () => queries.listTests(db),
    add(origin, body) {
      const fields = readTest(body);
      return inTransaction(db, async (tx) => {
        if ((await queries.countTests(tx)) >= maxTests) {
          throw new DomainError('access_test_limit_reached', { limit: maxTests });
        }
        await requireReferences(tx, fields);
        const test = await queries.insertTest(tx, fields);
        await events.publish(tx, 'access.test-added', origin, { test: { id: test.id, name: test.name } });
        return test;
      });
    },
    update(origin, id, body) {
      const fields = readTest(body);
      return inTransaction(db, async (tx) => {
        const before = await lock(tx, id);
        if (isDeepStrictEqual({ ...before }, { id, ...fields })) return before;
        await requireReferences(tx, fields);
        const after = await queries.setTest(tx, id, fields);
        await events.publish(tx, 'access.test-modified', origin, {
          before: { id, name: before.name },
          after: { id, name: after.name },
        });
        return after;
      });
    },
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const { name } = await lock(tx, id);
        await queries.deleteTest(tx, id);
        await events.publish(tx, 'access.test-removed', origin, { test: { id, name } });
      }),
    async run(owner, selection) {
      const input = await inSnapshot(db, async (tx) => {
        if (selection !== 'all') await requirePending(tx, selection);
        const tests = await queries.listTests(tx);
        if (tests.length === 0) return undefined;
        return { ...(await readPolicies(tx, clock.now(), { selection })), tests };
      });
      return input ? analysis.check(owner, input) : [];
    },
  };
}

async function lock(tx: Tx, id: number): Promise<queries.AccessTestRow> {
  const test = await queries.lockTest(tx, id);
  if (!test) throw new DomainError('access_test_not_found', { id });
  return test;
}

async function requireReferences(tx: Tx, fields: queries.AccessTestFields): Promise<void> {
  const field = await queries.findUnknownReference(tx, fields);
  if (!field) return;
  const { user_id: userId, group_id: groupId, device_id: deviceId, location_id: locationId } = fields;
  const id = (field === 'location_id' ? locationId : (userId ?? groupId ?? deviceId)) ?? 0;
  throw new DomainError('access_reference_unknown', { field, id });
}

function readTest(body: EditAccessTest): queries.AccessTestFields {
  const { name, expectation, source_kind: kind, source_id: id, location_id: locationId } = body;
  // an id belongs to each kind but all users
  if ((kind === 'all_users') !== (id === null)) {
    throw new DomainError('access_reference_unknown', { field: 'source_id', id: id ?? 0 });
  }
  return {
    name,
    expectation,
    location_id: locationId,
    user_id: kind === 'user' ? id : null,
    group_id: kind === 'group' ? id : null,
    device_id: kind === 'network_device' ? id : null,
    ...readLists(body),
  };
}
