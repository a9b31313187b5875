import {
  deleteAccessRule,
  deployAccess,
  diffAccess,
  listAccessAliases,
  listAccessRules,
} from '@gatewarden/contract/access';
import { listAccessTests, runAccessTests } from '@gatewarden/contract/access-tests';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenAccess } from '../../../test/given-access.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { respondAccess } from '../../../test/respond-access.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const added = givenAccess.rule({ id: 4, state: 'New', status: 'new', name: 'Printers' });
const marked = givenAccess.rule({ id: 3, parent_id: 1, state: 'Deleted', status: 'deleted' });

/** Records the ids of the rules that are deleted or whose change is discarded. */
function recordDeletions(): string[] {
  const ids: string[] = [];
  server.use(
    respond(deleteAccessRule, ({ params }) => {
      ids.push(String(params.id));
      return null;
    }),
  );
  return ids;
}

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  server.use(...respondAccess());
});

describe('the list of access rules', () => {
  it('deletes a new rule only after confirmation', async () => {
    const deleted = recordDeletions();
    server.use(respond(listAccessRules, [added]));
    const { user } = renderRoute('/access-rules', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for the rule Printers' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete new rule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the new rule Printers?' }));
    expect(deleted).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete rule' }));
    expect(await screen.findByText('Deleted the new rule “Printers”')).toBeVisible();
    expect(deleted).toEqual(['4']);
  });

  it('shows when rules expire, if one does', async () => {
    setWindowWidth(1440);
    server.use(respond(listAccessRules, [givenAccess.rule({ expires: '2030-01-31T12:00:00' }), added]));
    renderRoute('/access-rules', { me });
    expect(await screen.findByRole('columnheader', { name: 'Expires' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '01/31/2030' })).toBeVisible();
  });
});

describe('the deployment of access rules', () => {
  it('does not ask again about changes that it has deployed', async () => {
    const asked: string[] = [];
    let rules = [added];
    server.use(
      respond(listAccessRules, () => rules),
      respond(diffAccess, () => {
        asked.push('diff');
        return { changes: [], change_count: 0 };
      }),
      respond(runAccessTests, () => {
        asked.push('tests');
        return [];
      }),
      respond(deployAccess, () => {
        rules = [givenAccess.rule({ id: 5, name: 'Printers' })];
        return { rules: [], aliases: [] };
      }),
    );
    const { user } = renderRoute('/access-rules', { me });
    await user.click(await screen.findByRole('button', { name: 'Deploy 1 change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deploy changes?' }));
    await dialog.findByText('No one gains or loses access.');
    await user.click(dialog.getByRole('button', { name: 'Deploy' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Deploy/ })).not.toBeInTheDocument());
    expect(asked.toSorted()).toEqual(['diff', 'tests']);
  });
});

describe('the page of a rule that is marked for deletion', () => {
  it('shows the content of the rule, and discards the deletion', async () => {
    const discarded = recordDeletions();
    server.use(respond(listAccessRules, [givenAccess.rule(), marked]));
    const { user, router } = renderRoute('/access-rules/3', { me });
    expect(await screen.findByText('The group staff')).toBeVisible();
    expect(screen.getByText('10.0.5.9 (TCP port 443)')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    server.use(respond(listAccessRules, [givenAccess.rule()]));
    await user.click(screen.getByRole('button', { name: 'Discard deletion' }));
    expect(await screen.findByText('“Intranet” will no longer be deleted')).toBeVisible();
    expect(discarded).toEqual(['3']);
    await waitFor(() => expect(router.state.location.pathname).toBe('/access-rules/1'));
  });
});

describe('the aliases', () => {
  beforeEach(() => {
    const change = givenAccess.rule({ id: 2, parent_id: 1, state: 'Modified', status: 'modified' });
    server.use(
      respond(listAccessRules, [givenAccess.rule({ aliases: [1] }), { ...change, aliases: [1] }]),
      respond(listAccessAliases, [givenAccess.alias({ rules: [1, 2] })]),
    );
  });

  it('count a rule and its pending change as one', async () => {
    setWindowWidth(1440);
    renderRoute('/access-rules/aliases', { me });
    expect(await screen.findByRole('cell', { name: '1 rule' })).toBeVisible();
  });

  it('say which rules use an alias that is to be deleted', async () => {
    const { user } = renderRoute('/access-rules/aliases', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for the alias Databases' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'The alias Databases is in use' });
    expect(dialog).toHaveTextContent('The rule Intranet uses it.');
  });

  it('have different names', async () => {
    const { user } = renderRoute('/access-rules/aliases', { me });
    await user.click(await screen.findByRole('button', { name: 'Add alias' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add alias' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.type(name, 'databases');
    await user.click(dialog.getByRole('button', { name: 'Add alias' }));
    await waitFor(() => expect(name).toHaveAccessibleDescription('Another alias has this name.'));
  });

  it('can keep their own name', async () => {
    const { user } = renderRoute('/access-rules/aliases', { me });
    await user.click(await screen.findByRole('button', { name: 'Databases' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, ' ');
    await user.tab();
    await waitFor(() => expect(name).toHaveValue('Databases '));
    expect(name).not.toHaveAccessibleDescription('Another alias has this name.');
  });
});

describe('the access tests', () => {
  it('open with a click on their name', async () => {
    server.use(respond(listAccessTests, [givenAccess.test()]));
    const { user } = renderRoute('/access-rules/tests', { me });
    await user.click(await screen.findByRole('button', { name: 'Payroll works' }));
    expect(await screen.findByRole('dialog', { name: 'Edit test' })).toBeVisible();
  });

  it('name no protocol of a failure with any', async () => {
    setWindowWidth(1440);
    server.use(
      respond(listAccessTests, [givenAccess.test()]),
      respond(runAccessTests, [
        givenAccess.testResult({
          after: 'fails',
          counterexample: {
            ...{ location_id: 1, user_id: 7, network_device_id: null, source_count: 1 },
            ...{ address: '10.0.5.9', protocol: 0, port: 0 },
          },
        }),
      ]),
    );
    renderRoute('/access-rules/tests', { me });
    expect(await screen.findByText('Bob Stone can’t reach 10.0.5.9 (any protocol) in Warsaw.')).toBeVisible();
  });
});
