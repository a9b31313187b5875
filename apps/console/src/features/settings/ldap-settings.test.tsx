import { testLdap } from '@gatewarden/contract/directory-sync';
import { getLdapExport } from '@gatewarden/contract/ldap-export';
import { getSettings, patchSettings, type Settings } from '@gatewarden/contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenLdapExport } from '../../../test/given-ldap-export.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();

function serve(overrides: Partial<Settings> = {}): unknown[] {
  const sent: unknown[] = [];
  let settings = givenSettings(overrides);
  server.use(
    respond(getSettings, () => settings),
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      settings = { ...settings, ...(body as Partial<Settings>) };
      return null;
    }),
  );
  return sent;
}

it('fills in the names of Active Directory, sends groups as a list, and retains the saved password', async () => {
  const sent = serve({ ldap_url: 'ldaps://ad.example.com', ldap_bind_password_set: true, ldap_sync_enabled: true });
  const { user } = renderRoute('/settings/ldap', { me });
  await user.click(await screen.findByRole('combobox', { name: 'Directory software' }));
  await user.click(await screen.findByRole('option', { name: 'Active Directory' }));
  expect(screen.getByLabelText(/^Username attribute/)).toHaveValue('sAMAccountName');
  await user.type(screen.getByLabelText(/^Only members of these groups/), 'VPN users{enter}{enter}Staff, Warsaw');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    ...{ ldap_uses_ad: true, ldap_user_obj_class: 'user', ldap_group_member_attr: 'member' },
    ldap_sync_groups: ['VPN users', 'Staff, Warsaw'],
  });
  expect(sent[0]).not.toHaveProperty('ldap_bind_password');
});

it('chooses one direction, and shows the fields of that direction', async () => {
  const sent = serve();
  const { user } = renderRoute('/settings/ldap', { me });
  const choose = async (direction: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Accounts and groups' }));
    await user.click(await screen.findByRole('option', { name: direction }));
  };
  await choose('From Gatewarden to the directory');
  expect(screen.getByLabelText(/^Naming attribute of people/)).toBeVisible();
  await choose('From the directory to Gatewarden');
  expect(screen.queryByLabelText(/^Naming attribute of people/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ ldap_sync_enabled: true, ldap_is_authoritative: true });
  await user.clear(screen.getByLabelText(/^Interval/));
  await user.type(screen.getByLabelText(/^Interval/), '5');
  await choose('Not synchronized');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ ldap_sync_enabled: false });
});

it('asks before writing begins, with the numbers of accounts and groups', async () => {
  const sent = serve({
    ...{ ldap_enabled: true, ldap_url: 'ldaps://ldap.example.com', ldap_bind_username: 'cn=gatewarden' },
    ...{ ldap_bind_password_set: true, ldap_user_search_base: 'ou=users', ldap_group_search_base: 'ou=groups' },
    ...{ ldap_user_obj_class: 'inetOrgPerson', ldap_group_obj_class: 'groupOfUniqueNames', ldap_username_attr: 'uid' },
    ...{ ldap_groupname_attr: 'cn', ldap_group_member_attr: 'uniqueMember', ldap_member_attr: 'memberOf' },
  });
  server.use(respond(getLdapExport, givenLdapExport({ state: 'off', managed_users: 3 })));
  const { user } = renderRoute('/settings/ldap', { me });
  await user.click(await screen.findByRole('combobox', { name: 'Accounts and groups' }));
  await user.click(await screen.findByRole('option', { name: 'From Gatewarden to the directory' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const question = within(await screen.findByRole('dialog', { name: 'Write to the directory?' }));
  expect(await question.findByText(/^Accounts: 62, groups: 8\. .* ldaps:\/\/ldap\.example\.com/)).toBeVisible();
  expect(question.getByText(/^3 accounts and groups that came from the directory/)).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Save and write' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ ldap_sync_enabled: true, ldap_is_authoritative: false });
});

it('warns before passwords are sent unencrypted, and refuses an address that is not of LDAP', async () => {
  const sent = serve();
  const { user } = renderRoute('/settings/ldap', { me });
  const address = await screen.findByLabelText(/^Server address/);
  await user.type(address, 'ldap://ldap.example.com');
  expect(await screen.findByText(/Passwords are sent unencrypted/)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: /^StartTLS/ }));
  await waitFor(() => expect(screen.queryByText(/Passwords are sent unencrypted/)).not.toBeInTheDocument());
  await user.clear(address);
  await user.type(address, 'https://example.com');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findAllByText(/Enter ldap:\/\/ or ldaps:\/\//))[0]).toBeVisible();
  expect(sent).toEqual([]);
});

it('warns where passwords are to be written to a directory without encryption', async () => {
  serve({ ldap_url: 'ldap://ldap.example.com' });
  const { user } = renderRoute('/settings/ldap', { me });
  expect(await screen.findAllByText(/Passwords are sent unencrypted/)).toHaveLength(1);
  await user.click(screen.getByRole('combobox', { name: 'Accounts and groups' }));
  await user.click(await screen.findByRole('option', { name: 'From Gatewarden to the directory' }));
  expect(screen.getAllByText(/Passwords are sent unencrypted/)).toHaveLength(2);
});

it('says that Active Directory accepts no password without encryption', async () => {
  serve({ ldap_url: 'ldap://ad.example.com', ldap_uses_ad: true, ldap_sync_enabled: true });
  const { user } = renderRoute('/settings/ldap', { me });
  expect(await screen.findByText(/^Active Directory accepts passwords only over/)).toBeVisible();
  expect(screen.getAllByText(/Passwords are sent unencrypted/)).toHaveLength(1);
  await user.click(screen.getByRole('switch', { name: /^StartTLS/ }));
  await waitFor(() => expect(screen.queryByText(/accepts passwords only over/)).not.toBeInTheDocument());
});

it('shows an example of the search base for the chosen directory', async () => {
  serve();
  const { user } = renderRoute('/settings/ldap', { me });
  await user.click(await screen.findByRole('combobox', { name: 'Directory software' }));
  await user.click(await screen.findByRole('option', { name: 'Active Directory' }));
  expect(screen.getByText(/OU=Staff/)).toBeVisible();
});

it('names every missing value when LDAP is enabled', async () => {
  const sent = serve();
  const { user } = renderRoute('/settings/ldap', { me });
  await user.type(await screen.findByLabelText(/^Server address/), 'ldaps://ldap.example.com');
  await user.click(screen.getByRole('switch', { name: /^Use LDAP/ }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  for (const label of [/^Service account/, /^Search base for people/, /^Search base for groups/])
    expect(screen.getByLabelText(label)).toBeInvalid();
  expect(sent).toEqual([]);
});

it('requires no values while LDAP is disabled', async () => {
  const sent = serve();
  const { user } = renderRoute('/settings/ldap', { me });
  await user.type(await screen.findByLabelText(/^Server address/), 'ldaps://ldap.example.com');
  expect(screen.getByLabelText(/^Search base for people/)).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('tests the connection and says what to fix', async () => {
  serve();
  server.use(refuse(testLdap, 400, 'directory_certificate'));
  const { user } = renderRoute('/settings/ldap', { me });
  await user.click(await screen.findByRole('button', { name: 'Test connection' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Add its certificate authority/);
  server.use(respond(testLdap, {}));
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  expect(await screen.findByText('The connection works.')).toBeVisible();
});
