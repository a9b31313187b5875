import { listGroups } from '@gatewarden/contract/groups';
import {
  addOpenidApp,
  deleteOpenidApp,
  getOpenidIssuer,
  listOpenidApps,
  listOpenidAppUsers,
  type OpenidApp,
  rotateOpenidAppSecret,
  rotateOpenidKeys,
  setOpenidAppState,
  updateOpenidApp,
} from '@gatewarden/contract/openid-apps';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenApps } from '../../../test/given-apps.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const grafana = givenApps.app();
const backup = givenApps.app({
  ...{ id: 2, client_id: 'client-backup', name: 'Backup', kind: 'machine', enabled: false },
  ...{ user_count: 0, last_used_at: null, redirect_uri: [], start_url: '', scope: [] },
});

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
});

function givenListed(...apps: OpenidApp[]) {
  server.use(
    respond(listOpenidApps, () => [...apps]),
    respond(getOpenidIssuer, givenApps.provider()),
    respond(listGroups, [given.group({ id: 2, name: 'Staff' })]),
  );
  return apps;
}

describe('the list of applications', () => {
  it('shows kind, state and use, and what the address filters', async () => {
    givenListed(grafana, backup);
    const { user, router } = renderRoute('/applications', { me });
    const row = within((await screen.findByRole('link', { name: 'Grafana' })).closest('tr') as HTMLElement);
    for (const text of ['Web', 'Enabled', '12']) expect(row.getByText(text)).toBeVisible();
    expect(screen.getByText('Never used')).toBeVisible();
    const [filter] = screen.getAllByRole('button', { name: 'Kind' }).filter((button) => button.closest('search'));
    await user.click(filter as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Machine' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Grafana' })).toBeNull());
    expect(router.state.location.search).toEqual({ kind: 'machine' });
  });

  it('offers the first step when it is empty, and can be loaded again after a failure', async () => {
    server.use(refuse(listOpenidApps, 503, 'database_unavailable'));
    const { user } = renderRoute('/applications', { me });
    expect(await screen.findByText('Couldn’t load the applications')).toBeVisible();
    givenListed();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No applications yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add application' })).toHaveAttribute('href', '/applications/new');
  });

  it('disables an application after a question with the number of its users', async () => {
    const sent: unknown[] = [];
    givenListed(grafana);
    server.use(
      respond(setOpenidAppState, ({ body, params }) => {
        sent.push([params.clientId, body.enabled]);
        return {};
      }),
    );
    const { user } = renderRoute('/applications', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Grafana' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable Grafana?' }));
    expect(dialog.getByText(/^12 people can’t sign in/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Disable application' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent).toEqual([
        ['client-grafana', false],
        ['client-grafana', true],
      ]),
    );
  });
});

describe('a new application', () => {
  it('promises a secret only for kinds that have one', async () => {
    givenListed();
    const { user } = renderRoute('/applications/new', { me });
    expect(await screen.findByText('You get a client ID and a secret for it.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /^Public/ }));
    expect(screen.getByText('You get a client ID for it.')).toBeVisible();
  });

  it('gets scopes and redirect URLs from its product, and shows its secret once', async () => {
    const apps = givenListed();
    const sent: unknown[] = [];
    server.use(
      respond(addOpenidApp, ({ body }) => {
        sent.push(body);
        const added = givenApps.app({ name: body.name, user_count: 0, last_used_at: null });
        apps.push(added);
        return { ...added, client_secret: 'secret-1' };
      }),
    );
    const { user, router } = renderRoute('/applications/new', { me });
    await user.click(await screen.findByRole('combobox', { name: 'Application' }));
    await user.click(await screen.findByRole('option', { name: 'Grafana' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Grafana');
    await user.type(screen.getByLabelText('Start address (optional)'), 'https://graphs.example.org/');
    expect(await screen.findByText('https://graphs.example.org/login/generic_oauth')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add application' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Secret of Grafana' }));
    expect(dialog.getByText('secret-1')).toBeVisible();
    expect(sent).toEqual([
      {
        ...{ name: 'Grafana', kind: 'web', start_url: 'https://graphs.example.org/', enabled: true },
        redirect_uri: ['https://graphs.example.org/login/generic_oauth'],
        scope: ['openid', 'profile', 'email', 'groups'],
        ...{ requires_pkce: true, authentication: 'secret' },
      },
    ]);
    await user.click(dialog.getByRole('checkbox', { name: 'I have saved it' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications/client-grafana'));
    await waitFor(() => expect(screen.queryByText('secret-1')).toBeNull());
  });

  it('has no errors left in the fields that its product fills', async () => {
    givenListed();
    const { user } = renderRoute('/applications/new', { me });
    await user.click(await screen.findByRole('button', { name: 'Add application' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid());
    expect(screen.getByRole('combobox', { name: 'Redirect URLs' })).toBeInvalid();
    await user.click(screen.getByRole('combobox', { name: 'Application' }));
    await user.click(await screen.findByRole('option', { name: /^Kubernetes/ }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeValid());
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Redirect URLs' })).toBeValid());
  });

  it('needs a complete redirect URL unless it is a machine', async () => {
    givenListed();
    const { user } = renderRoute('/applications/new', { me });
    await user.type(await screen.findByLabelText('Name'), 'Wiki');
    await user.click(screen.getByRole('button', { name: 'Add application' }));
    expect(await screen.findByText(/^Add at least one redirect URL/)).toBeVisible();
    await user.type(screen.getByLabelText('Redirect URLs', { selector: 'input' }), 'wiki.example.com ');
    expect(await screen.findByText(/^wiki\.example\.com: Enter complete addresses/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Machine' }));
    expect(screen.queryByLabelText('Redirect URLs', { selector: 'input' })).toBeNull();
  });
});

describe('the page of an application', () => {
  it('has everything to copy, with its values in the configuration of its product', async () => {
    givenListed(grafana);
    renderRoute('/applications/client-grafana', { me });
    const file = await screen.findByRole('region', { name: 'In /etc/grafana/grafana.ini' });
    expect(file).toHaveTextContent('client_id = client-grafana');
    expect(file).toHaveTextContent('auth_url = https://vpn.example.com/oauth/authorize');
    for (const what of ['Client ID', 'Issuer', 'Token endpoint']) {
      expect(screen.getByRole('button', { name: `Copy ${what}` })).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'Create new secret' })).toBeVisible();
  });

  it('says that an application does not exist', async () => {
    givenListed(grafana);
    renderRoute('/applications/other/access', { me });
    expect(await screen.findByText('Application not found')).toBeVisible();
  });

  it('replaces the secret and retains the previous one for a chosen time', async () => {
    givenListed({ ...grafana, former_secret_until: '2999-01-31T12:00:00' });
    const sent: unknown[] = [];
    server.use(
      respond(rotateOpenidAppSecret, ({ body }) => {
        sent.push(body);
        return { client_secret: 'secret-2', former_secret_until: '2999-01-31T12:00:00' };
      }),
    );
    const { user } = renderRoute('/applications/client-grafana', { me });
    expect(await screen.findByText(/^The previous secret is accepted until/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create new secret' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New secret for Grafana' }));
    await user.click(dialog.getByRole('combobox', { name: 'The current secret ends' }));
    await user.click(await screen.findByRole('option', { name: 'After 7 days' }));
    await user.click(dialog.getByRole('button', { name: 'Create new secret' }));
    expect(await screen.findByText('secret-2')).toBeVisible();
    expect(sent).toEqual([{ overlap_hours: 168 }]);
  });

  it('changes who can sign in, and sends the other fields as they are', async () => {
    givenListed(grafana);
    const sent: unknown[] = [];
    server.use(
      respond(updateOpenidApp, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    const { user } = renderRoute('/applications/client-grafana/access', { me });
    await user.click(await screen.findByRole('combobox', { name: 'Groups (optional)' }));
    await user.click(await screen.findByRole('option', { name: 'Staff' }));
    expect(await screen.findByText(/^12 people use the application now/)).toBeVisible();
    await user.type(screen.getByLabelText(/^Ask again if/), '30');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    const { id, client_id, created_at, last_used_at, user_count, secret_created_at, former_secret_until, ...fields } =
      grafana;
    expect(sent).toEqual([{ ...fields, allowed_groups: ['Staff'], max_sign_in_age_minutes: 30 }]);
  });

  it('adds a custom claim, and shows that the server refuses its name', async () => {
    givenListed(grafana);
    server.use(refuse(updateOpenidApp, 400, 'openid_claim_reserved', { field: 'claims.1.name' }));
    const { user } = renderRoute('/applications/client-grafana/tokens', { me });
    await user.click(await screen.findByRole('button', { name: 'Add claim' }));
    await user.type(screen.getByLabelText('Claim'), '1st');
    await user.tab();
    expect(await screen.findByText(/^Start with a letter/)).toBeVisible();
    await user.clear(screen.getByLabelText('Claim'));
    await user.type(screen.getByLabelText('Claim'), 'iss');
    await user.click(screen.getByRole('button', { name: 'Add claim' }));
    const [first, second] = screen.getAllByLabelText('Claim');
    await user.type(second as HTMLElement, 'sub');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const sentence = 'This claim is part of the protocol. Choose another name.';
    await waitFor(() => expect(second).toHaveAccessibleDescription(sentence));
    expect(second).toHaveFocus();
    expect(first).toBeValid();
    expect(screen.getAllByText(sentence)).toHaveLength(1);
  });

  it('always asks for the identity of people', async () => {
    givenListed({ ...grafana, scope: ['openid', 'email'] });
    const sent: (readonly string[])[] = [];
    server.use(
      respond(updateOpenidApp, ({ body }) => {
        sent.push(body.scope);
        return {};
      }),
    );
    const { user } = renderRoute('/applications/client-grafana/tokens', { me });
    await user.click(await screen.findByRole('combobox', { name: 'Scopes' }));
    await user.keyboard('{Backspace}{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual([['openid']]));
  });

  it('accepts only pictures that pages may load', async () => {
    givenListed(grafana);
    const { user } = renderRoute('/applications/client-grafana/settings', { me });
    const logo = await screen.findByLabelText(/^Logo/);
    await user.type(logo, 'http://example.org/logo.png');
    await user.tab();
    await waitFor(() => expect(logo).toHaveAccessibleDescription('Enter an address that starts with https://.'));
  });

  it('asks for public keys if the application has a private one', async () => {
    givenListed(grafana);
    const { user } = renderRoute('/applications/client-grafana/settings', { me });
    await user.click(await screen.findByRole('combobox', { name: 'The application authenticates with' }));
    await user.click(await screen.findByRole('option', { name: 'Its own private key' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/^Enter the public keys/)).toBeVisible();
  });

  it('lists who uses it, and is left once it is deleted', async () => {
    const apps = givenListed(grafana);
    server.use(
      respond(listOpenidAppUsers, [givenApps.user()]),
      respond(deleteOpenidApp, () => {
        apps.pop();
        return {};
      }),
    );
    const { user, router } = renderRoute('/applications/client-grafana/users', { me });
    expect(await screen.findByRole('link', { name: 'Bob Stone' })).toHaveAttribute('href', '/users/bob');
    await user.click(screen.getByRole('button', { name: 'Actions for Grafana' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('12 people lose access to it immediately.')).toBeVisible();
    await user.type(dialog.getByRole('textbox'), 'Grafana');
    await user.click(dialog.getByRole('button', { name: 'Delete application' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications'));
    expect(await screen.findByText('No applications yet')).toBeVisible();
  });
});

it('the provider shows its keys, and rotates them after a question', async () => {
  givenListed();
  let rotations = 0;
  server.use(
    respond(rotateOpenidKeys, () => {
      rotations += 1;
      return {};
    }),
  );
  const { user } = renderRoute('/applications/provider', { me });
  const keys = await screen.findAllByRole('listitem', { name: 'RS256' });
  const signing = keys.filter((key) => within(key).queryByText('Signing'));
  expect(signing).toHaveLength(1);
  expect(signing[0]).toHaveTextContent('key-1');
  await user.click(screen.getByRole('button', { name: 'Rotate keys' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate keys' }));
  expect(await screen.findByText('The signing keys were rotated')).toBeVisible();
  expect(rotations).toBe(1);
});

it('is not offered while the module is off', async () => {
  renderRoute('/applications', { me, essentials: given.essentials({ openid_enabled: false }) });
  expect(await screen.findByRole('heading', { name: 'Applications are off' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'OpenID apps' })).toBeNull();
});
