import { listAccessRules } from '@gatewarden/contract/access';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenAccess } from '../../../test/given-access.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { respondAccess } from '../../../test/respond-access.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();

beforeEach(() => server.use(...respondAccess()));

describe('the form of an access rule', () => {
  it('rejects an expiry in the past', async () => {
    const { user } = renderRoute('/access-rules/1', { me });
    await user.click(await screen.findByText('Priority and expiry'));
    const expires = screen.getByLabelText(/^Expires/);
    fireEvent.change(expires, { target: { value: '2001-01-01T00:00' } });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(expires).toHaveAccessibleDescription('Choose a time in the future.'));
  });

  it('accepts the unchanged expiry of an expired rule', async () => {
    const rule = givenAccess.rule({ status: 'expired', expires: '2001-01-01T00:00:00' });
    server.use(respond(listAccessRules, [rule]));
    const { user } = renderRoute('/access-rules/1', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2');
    const expires = screen.getByLabelText(/^Expires/);
    await user.click(expires);
    await user.tab();
    expect(expires).not.toHaveAccessibleDescription('Choose a time in the future.');
    expect(screen.getByRole('note')).toHaveTextContent(/The rule expired on .*2001/);
  });

  it('says until when the rule applies', async () => {
    server.use(respond(listAccessRules, [givenAccess.rule({ expires: '2130-01-31T12:00:00' })]));
    renderRoute('/access-rules/1', { me });
    expect(await screen.findByRole('note')).toHaveTextContent(/The rule applies until 01\/31\/2130/);
  });

  it.each([
    ['Addresses', '10.0.0.20-10.0.0.10'],
    ['Ports', '65536'],
  ])('says nothing about invalid %s', async (label, value) => {
    const { user } = renderRoute('/access-rules/1', { me });
    await user.type(await screen.findByRole('combobox', { name: new RegExp(`^${label}`) }), `${value}{Enter}`);
    expect(screen.getByRole('note')).toHaveTextContent('Correct the fields with errors to see what this rule does.');
  });

  it('says which network an address with a prefix means', async () => {
    const { user } = renderRoute('/access-rules/1', { me });
    await user.type(await screen.findByRole('combobox', { name: /^Addresses/ }), '10.0.0.5/24{Enter}');
    expect(await screen.findByText('10.0.0.5/24 means 10.0.0.0/24.')).toBeVisible();
  });

  it.each([
    ['Addresses', 'a b', '“a” and “b” aren’t addresses, networks or ranges.'],
    ['Ports', 'a b c d', '“a”, “b”, “c”, and 1 more aren’t ports from 0 to 65535 or ranges.'],
    ['Ports', '8080-8000', '“8080-8000”: the first port must be lower than the last.'],
  ])('names all invalid %s: %s', async (label, value, fault) => {
    const { user } = renderRoute('/access-rules/1', { me });
    const field = await screen.findByRole('combobox', { name: new RegExp(`^${label}`) });
    await user.type(field, `${value}{Enter}`);
    await waitFor(() => expect(field).toHaveAccessibleDescription(fault));
  });

  it('says at the section that a source is missing, until there is one', async () => {
    const { user } = renderRoute('/access-rules/new', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Printers');
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    const section = within(screen.getByRole('group', { name: 'Who' }));
    expect(await section.findByText('Choose at least one user, group or network device.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Allowed groups (optional)' })).toBeValid();
    await user.click(screen.getByRole('switch', { name: 'Allow all users' }));
    await waitFor(() => expect(section.queryByText(/^Choose at least one user/)).not.toBeInTheDocument());
  });
});
