import {
  addAccessRule,
  applyAccessRules,
  deleteAccessRule,
  getAccessRule,
  listAccessRules,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { describe, expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import type { Given } from '../../../test/given/given.ts';
import { test } from '../../../test/harness.ts';

const idOf = ({ id }: { readonly id: number }) => ({ params: { id: String(id) } });

async function rowsOf(given: Given, ...ids: number[]) {
  const rules = await (await given.admin()).call(listAccessRules, {});
  return rules
    .filter(({ id, parent_id: parent }) => ids.includes(id) || ids.includes(parent ?? 0))
    .map(({ id, parent_id, state, status, name }) => ({ id, parent_id, state, status, name }));
}

const expire = async (server: { database: { query(text: string, values: unknown[]): Promise<unknown> } }, id: number) =>
  server.database.query(`update access_rule set state = 'expired' where id = $1`, [id]);

describe('a rule', () => {
  test('round-trips every field, with lists in canonical spelling', async ({ server: { given } }) => {
    const admin = await given.admin();
    const location = await given.location();
    const alias = await given.accessAlias();
    const user = await given.user();
    const body = ruleBody({
      name: 'Sales to CRM',
      all_networks: false,
      networks: [location.id],
      expires: '2031-03-01T10:00:00.000Z',
      allow_all_users: false,
      allowed_users: [user.id],
      denied_groups: [1],
      destination: '10.0.10.1-10.0.20.1,10.2.2.2 , 10.0.0.1/24',
      ports: '1, 2, 3, 10-20,30-40',
      protocols: [17, 6],
      aliases: [alias.id],
      priority: -5,
    });

    const added = await admin.call(addAccessRule, { body });

    expect(added).toEqual({
      ...body,
      ...{ id: added.id, parent_id: null, state: 'New', status: 'new', expires: '2031-03-01T10:00:00' },
      destination: '10.2.2.2, 10.0.0.1/24, 10.0.10.1-10.0.20.1',
      ports: '1, 2, 3, 10-20, 30-40',
    });
    expect(await admin.call(getAccessRule, idOf(added))).toEqual(added);
    const again = await admin.call(updateAccessRule, { ...idOf(added), body: added });
    expect(again).toEqual(added);
  });

  test('accepts 5 000 addresses', async ({ server: { given } }) => {
    const addresses = Array.from({ length: 5_000 }, (_, n) => `2001:db8:85a3::${n.toString(16)}:7334`);
    const rule = await given.accessRule({ destination: addresses.join(', ') });
    expect(rule.destination.split(', ')).toHaveLength(5_000);
  });

  const bothSides = { allowed_groups: [1], denied_groups: [1] };
  const refusals: [string, Parameters<typeof ruleBody>[0], number, string, string][] = [
    ['an address that is none', { destination: '10.0.0.1, 10.0.0.999' }, 422, 'destination_invalid', 'destination'],
    ['a reversed range', { destination: '10.0.0.9-10.0.0.1' }, 422, 'destination_range_reversed', 'destination'],
    ['port 65536', { ports: '65536' }, 422, 'ports_invalid', 'ports'],
    ['a reversed range of ports', { ports: '20-10' }, 422, 'ports_invalid', 'ports'],
    ['a port twice', { ports: '80, 80' }, 422, 'ports_repeated', 'ports'],
    ['an unknown location', { all_networks: false, networks: [999_999] }, 422, 'access_reference_unknown', 'networks'],
    ['an unknown user', { allowed_users: [999_999] }, 422, 'access_reference_unknown', 'allowed_users'],
    ['an unknown group', { denied_groups: [999_999] }, 422, 'access_reference_unknown', 'denied_groups'],
    ['an unknown device', { allowed_devices: [999_999] }, 422, 'access_reference_unknown', 'allowed_devices'],
    ['an unknown alias', { aliases: [999_999] }, 422, 'access_reference_unknown', 'aliases'],
    ['no source', { allow_all_users: false }, 400, 'access_rule_without_source', 'allowed_users'],
    ['a group on both sides', bothSides, 422, 'access_source_conflict', 'denied_groups'],
  ];
  for (const [what, changes, status, code, field] of refusals) {
    test(`with ${what} is refused and stores nothing`, async ({ server: { given } }) => {
      const admin = await given.admin();
      const before = await admin.call(listAccessRules, {});

      const { status: answered, body } = await admin.try(addAccessRule, { body: ruleBody(changes) });

      expect([answered, body.code, body.field]).toEqual([status, code, field]);
      expect(await admin.call(listAccessRules, {})).toEqual(before);
    });
  }

  test('names the ids of aliases whose change is not deployed', async ({ server: { given } }) => {
    const admin = await given.admin();
    const pending = await given.accessAliasChange((await given.accessAlias()).id);

    const { status, body } = await admin.try(addAccessRule, { body: ruleBody({ aliases: [pending.id] }) });

    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'access_alias_pending', details: { ids: String(pending.id) } });
  });
});

describe('the states of a rule', () => {
  test('a new one is changed in place, and removed when discarded', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.accessRule();

    const changed = await admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody({ name: 'second' }) });
    expect(changed).toMatchObject({ id, state: 'New', name: 'second' });

    await admin.call(deleteAccessRule, idOf({ id }));
    expect(await rowsOf(given, id)).toEqual([]);
  });

  for (const state of ['Applied', 'Expired'] as const) {
    test(`a change of an ${state} one is a pending row, which replaces an earlier one`, async ({ server }) => {
      const { given } = server;
      const admin = await given.admin();
      const { id } = await given.deployedRule({ name: 'first' });
      if (state === 'Expired') await expire(server, id);

      const second = await admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody({ name: 'second' }) });
      const third = await admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody({ name: 'third' }) });

      expect(second).toMatchObject({ state: 'Modified', parent_id: id });
      expect(await rowsOf(given, id)).toMatchObject([
        { id, state, name: 'first' },
        { id: third.id, state: 'Modified', parent_id: id, name: 'third' },
      ]);
      expect((await admin.try(getAccessRule, idOf(second))).status).toBe(404);
    });

    test(`an ${state} one is marked for deletion, which can be discarded`, async ({ server }) => {
      const { given } = server;
      const admin = await given.admin();
      const rule = await given.deployedRule({ name: 'first', destination: '10.9.9.9' });
      const { id } = rule;
      if (state === 'Expired') await expire(server, id);
      await admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody() });

      await admin.call(deleteAccessRule, idOf({ id }));

      const [, child] = await rowsOf(given, id);
      expect(child).toMatchObject({ state: 'Deleted', status: 'deleted', parent_id: id, name: 'first' });
      const shown = await admin.call(getAccessRule, idOf(child ?? rule));
      expect(shown).toMatchObject({ destination: '10.9.9.9', allow_all_users: true });
      const edit = await admin.try(updateAccessRule, { ...idOf(child ?? rule), body: ruleBody() });
      expect([edit.status, edit.body.code]).toEqual([400, 'access_rule_deleted']);

      await admin.call(deleteAccessRule, idOf(child ?? rule));
      expect(await rowsOf(given, id)).toMatchObject([{ id, state }]);
    });
  }

  test('a pending change is changed in place and can be discarded', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.deployedRule({ name: 'first' });
    const child = await admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody({ name: 'second' }) });

    const changed = await admin.call(updateAccessRule, { ...idOf(child), body: ruleBody({ name: 'third' }) });
    expect(changed).toMatchObject({ id: child.id, state: 'Modified', parent_id: id, name: 'third' });

    await admin.call(deleteAccessRule, idOf(child));
    expect(await rowsOf(given, id)).toMatchObject([{ id, state: 'Applied', name: 'first' }]);
  });

  test('deploying a change replaces the rule, whose id becomes that of the change', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.deployedRule({ name: 'first' });
    const child = await admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody({ enabled: false }) });

    await admin.call(applyAccessRules, { body: { rules: [child.id] } });

    expect(await rowsOf(given, id, child.id)).toMatchObject([
      { id: child.id, state: 'Applied', status: 'disabled', parent_id: null },
    ]);
  });

  test('deploying a deletion removes the rule', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.deployedRule();
    await admin.call(deleteAccessRule, idOf({ id }));
    const [, child] = await rowsOf(given, id);

    await admin.call(applyAccessRules, { body: { rules: [child?.id ?? 0] } });

    expect(await rowsOf(given, id, child?.id ?? 0)).toEqual([]);
  });

  for (const state of ['applied', 'expired']) {
    test(`deploying an ${state} one is refused, together with all others of the call`, async ({ server }) => {
      const { given } = server;
      const admin = await given.admin();
      const { id } = await given.deployedRule();
      if (state === 'expired') await expire(server, id);
      const other = await given.accessRule();

      const { status, body } = await admin.try(applyAccessRules, { body: { rules: [other.id, id] } });

      expect([status, body]).toMatchObject([400, { code: 'access_rule_not_pending', details: { id } }]);
      expect(await rowsOf(given, other.id)).toMatchObject([{ state: 'New' }]);
    });
  }

  test('an unknown id is named', async ({ server: { given } }) => {
    const admin = await given.admin();
    const unknown = idOf({ id: 999_999 });
    const answers = [
      await admin.try(getAccessRule, unknown),
      await admin.try(updateAccessRule, { ...unknown, body: ruleBody() }),
      await admin.try(deleteAccessRule, unknown),
      await admin.try(applyAccessRules, { body: { rules: [999_999] } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { details: { id: 999_999 } } });
  });
});

test('are refused when the lists of all rules and aliases would be too long', { timeout: 60_000 }, async ({
  server,
}) => {
  const admin = await server.given.admin();
  // other tests of this file may have run before
  await server.database.query('delete from access_rule');
  await server.database.query('delete from access_alias');
  const destination = Array.from({ length: 25_000 }, (_, index) => `10.9.${index >> 8}.${index & 255}`).join(', ');
  const rows = 2_000_000 / destination.length;
  const body = ruleBody({ destination });
  for (let count = 1; count < rows; count += 1) await admin.call(addAccessRule, { body });
  const stored = (await admin.call(listAccessRules, {})).length;

  const answer = await admin.try(addAccessRule, { body });

  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'access_rules_too_large', details: { limit: 2_000_000 } },
  });
  expect(await admin.call(listAccessRules, {})).toHaveLength(stored);
  // a pending change counts in place of its rule
  const [deployed] = await admin.call(listAccessRules, {});
  await server.database.query(`update access_rule set state = 'applied'`);
  const shorter = ruleBody({ destination: destination.slice(0, destination.lastIndexOf(',')) });
  await admin.call(updateAccessRule, { ...idOf({ id: deployed?.id ?? 0 }), body: shorter });
  await server.database.query('delete from access_rule');
});
