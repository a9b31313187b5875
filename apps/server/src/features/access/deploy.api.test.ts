import {
  deleteAccessRule,
  deployAccess,
  getAccessRule,
  listAccessRules,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { listActivity } from '@gatewarden/contract/activity-log';
import { describe, expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import { test } from '../../../test/harness.ts';

const idOf = ({ id }: { readonly id: number }) => ({ params: { id: String(id) } });

describe('a deployment', () => {
  test('reports what it added, modified and deleted', async ({ server: { given } }) => {
    const admin = await given.admin();
    const added = await given.accessRule({ name: 'added' });
    const changed = await given.deployedRule({ name: 'before' });
    const change = await admin.call(updateAccessRule, { ...idOf(changed), body: ruleBody({ name: 'after' }) });
    const removed = await given.deployedRule({ name: 'removed' });
    await admin.call(deleteAccessRule, idOf(removed));
    const deletion = (await admin.call(listAccessRules, {})).find(({ parent_id: id }) => id === removed.id);
    const alias = await given.accessAlias();
    const aliasChange = await given.accessAliasChange(alias.id, { name: 'alias' });

    const rules = [added.id, change.id, deletion?.id ?? 0];
    const deployed = await admin.call(deployAccess, { body: { rules, aliases: [aliasChange.id] } });

    expect(deployed).toEqual({
      rules: [
        { id: added.id, previous_id: null, name: 'added', change: 'added' },
        { id: change.id, previous_id: changed.id, name: 'after', change: 'modified' },
        { id: removed.id, previous_id: removed.id, name: 'removed', change: 'deleted' },
      ],
      aliases: [{ id: aliasChange.id, previous_id: alias.id, name: 'alias', change: 'modified' }],
    });
  });

  test('is serialized with others: each change is deployed and reported once', async ({ server: { given } }) => {
    const admin = await given.admin();
    const drafts = [await given.accessRule(), await given.accessRule(), await given.accessRule()];
    const [one, both, other] = drafts.map(({ id }) => id);

    const answers = await Promise.all(
      [
        [one, both],
        [both, other],
      ].map((ids) => admin.try(deployAccess, { body: { rules: ids.map(Number), aliases: [] } })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({ code: 'access_rule_not_pending', details: { id: both } });
    const states = await Promise.all(drafts.map((each) => admin.call(getAccessRule, idOf(each))));
    expect(states.filter(({ state }) => state === 'Applied')).toHaveLength(2);
  });

  test('and two edits of one rule at the same time leave one pending change', async ({ server: { given } }) => {
    const admin = await given.admin();
    const { id } = await given.deployedRule();

    await Promise.all(
      ['one', 'two'].map((name) => admin.call(updateAccessRule, { ...idOf({ id }), body: ruleBody({ name }) })),
    );

    const children = (await admin.call(listAccessRules, {})).filter(({ parent_id: parent }) => parent === id);
    expect(children).toHaveLength(1);
  });

  test('is logged with the names of rules and aliases', async ({ server: { given } }) => {
    const admin = await given.admin();
    await given.deployedRule({ name: 'Payroll' });

    const { data } = await admin.call(listActivity, { query: { event: ['access_deployed'] } });

    expect(data.map(({ description }) => description)).toContain('Rules: Payroll');
  });
});
