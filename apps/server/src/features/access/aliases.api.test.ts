import {
  addAccessAlias,
  applyAccessAliases,
  deleteAccessAlias,
  getAccessAlias,
  getAccessRule,
  listAccessAliases,
  updateAccessAlias,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { describe, expect } from 'vitest';
import { aliasBody, ruleBody } from '../../../test/given/access.ts';
import { test } from '../../../test/harness.ts';

const idOf = ({ id }: { readonly id: number }) => ({ params: { id: String(id) } });

describe('an alias', () => {
  test('is deployed when it is added, and names the rules that use it', async ({ server: { given } }) => {
    const admin = await given.admin();
    const body = aliasBody({ kind: 'Component', destination: '10.0.0.9,10.0.0.1', ports: '80 443', protocols: [6] });

    const alias = await admin.call(addAccessAlias, { body });
    const rule = await given.accessRule({ aliases: [alias.id] });

    const stored = { ...body, id: alias.id, parent_id: null, state: 'Applied', destination: '10.0.0.9, 10.0.0.1' };
    expect(alias).toEqual({ ...stored, ports: '80, 443', rules: [] });
    expect(await admin.call(getAccessAlias, idOf(alias))).toMatchObject({ rules: [rule.id] });
  });

  test('with an invalid list is refused', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { status, body } = await admin.try(addAccessAlias, { body: aliasBody({ destination: 'office' }) });
    expect([status, body.code, body.field]).toEqual([422, 'destination_invalid', 'destination']);
  });

  test('has at most one pending change, which is changed in place', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.accessAlias({ name: 'first' });
    const rule = await given.accessRule({ aliases: [id] });

    const second = await given.accessAliasChange(id, { name: 'second' });
    const third = await given.accessAliasChange(id, { name: 'third' });
    const fourth = await admin.call(updateAccessAlias, { ...idOf(third), body: aliasBody({ name: 'fourth' }) });

    expect(fourth).toMatchObject({ id: third.id, parent_id: id, state: 'Modified', rules: [rule.id] });
    const rows = (await admin.call(listAccessAliases, {})).filter((row) => row.id === id || row.parent_id === id);
    expect(rows.map(({ name, state }) => [name, state])).toEqual(
      [
        ['fourth', 'Modified'],
        ['first', 'Applied'],
      ].toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    );
    expect((await admin.try(getAccessAlias, idOf(second))).status).toBe(404);
  });

  test('is replaced by its change in all rules when this is deployed', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.accessAlias();
    const rule = await given.deployedRule({ aliases: [id] });
    const draft = await admin.call(updateAccessRule, {
      ...idOf(rule),
      body: ruleBody({ name: 'draft', aliases: [id] }),
    });
    const change = await given.accessAliasChange(id, { name: 'changed' });

    await admin.call(applyAccessAliases, { body: { aliases: [change.id] } });

    expect(await admin.call(getAccessAlias, idOf(change))).toMatchObject({ state: 'Applied', parent_id: null });
    expect((await admin.try(getAccessAlias, idOf({ id }))).status).toBe(404);
    for (const each of [rule, draft]) {
      expect(await admin.call(getAccessRule, idOf(each))).toMatchObject({ aliases: [change.id] });
    }
  });

  test('that is deployed cannot be deployed again', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.accessAlias();
    const { status, body } = await admin.try(applyAccessAliases, { body: { aliases: [id] } });
    expect([status, body.code, body.details]).toEqual([400, 'access_alias_not_pending', { id }]);
  });

  test('cannot be deleted while a rule uses it, also one that is not deployed', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.accessAlias();
    await given.accessRule({ name: 'Draft rule', aliases: [id] });

    const { status, body } = await admin.try(deleteAccessAlias, idOf({ id }));

    expect([status, body.code, body.details]).toEqual([400, 'access_alias_in_use', { id, rules: 'Draft rule' }]);
  });

  test('is deleted with its pending change, and a pending change can be discarded', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.accessAlias();
    const first = await given.accessAliasChange(id);
    await admin.call(deleteAccessAlias, idOf(first));
    expect((await admin.call(getAccessAlias, idOf({ id }))).state).toBe('Applied');

    const second = await given.accessAliasChange(id);
    await admin.call(deleteAccessAlias, idOf({ id }));
    for (const each of [{ id }, second]) expect((await admin.try(getAccessAlias, idOf(each))).status).toBe(404);
  });
});
