import {
  addProvider,
  finishLink,
  finishOpenidSignIn,
  getAuthInfo,
  listExternalIdentities,
  listProviders,
  listSignInProviders,
  startLink,
  testProvider,
  unlinkExternalIdentity,
  updateProvider,
} from '@gatewarden/contract/identity-providers';
import { signInWithTotp } from '@gatewarden/contract/mfa';
import { getSettings } from '@gatewarden/contract/settings';
import { getUser } from '@gatewarden/contract/users';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenProviders } from '../../../test/given-providers.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond, respondWithAlternative } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const needsTotp = {
  ...{ mfa_method: 'OneTimePassword', totp_available: true },
  ...{ webauthn_available: false, email_available: false },
} as const;
const callback = '/auth/callback?code=c1&state=sign-in.s1&iss=https%3A%2F%2Fsso.example.com';
const ada = given.admin();

/** Records where the browser is sent. */
function watchAssign() {
  const assigned = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign: assigned });
  onTestFinished(() => void vi.unstubAllGlobals());
  return assigned;
}

describe('sign-in page', () => {
  it('offers a button for each provider and opens its page', async () => {
    server.use(
      respond(listSignInProviders, [
        { name: 'Google', display_name: 'ignored', kind: 'google' },
        { name: 'Keycloak', display_name: 'Company account', kind: 'custom' },
        { name: 'Okta', display_name: null, kind: 'okta' },
      ]),
      respond(getAuthInfo, ({ query }) => ({
        url: `https://sso.example.com/${query.get('provider')}`,
        button_display_name: null,
      })),
    );
    const assigned = watchAssign();
    const { user } = renderRoute('/sign-in');
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in with Okta' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Company account' }));
    await vi.waitFor(() => expect(assigned).toHaveBeenCalledWith('https://sso.example.com/Keycloak'));
  });

  it('says why a provider cannot be opened', async () => {
    server.use(
      respond(listSignInProviders, [{ name: 'Okta', display_name: null, kind: 'okta' }]),
      refuse(getAuthInfo, 502, 'openid_provider_unreachable'),
    );
    const { user } = renderRoute('/sign-in');
    await user.click(await screen.findByRole('button', { name: 'Sign in with Okta' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('couldn’t reach the provider');
  });
});

describe('callback page', () => {
  it('signs in once with the answer and opens the requested page', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(finishOpenidSignIn, ({ body }) => {
        sent.push(body);
        return { user: ada, url: null };
      }),
      respond(getSettings, givenSettings()),
    );
    sessionStorage.setItem('gatewarden.requested-page', JSON.stringify({ return_to: '/settings' }));
    const { router } = renderRoute(callback);
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    expect(router.state.location.href).toBe('/settings');
    expect(sent).toEqual([{ code: 'c1', state: 'sign-in.s1', iss: 'https://sso.example.com' }]);
    expect(sessionStorage.getItem('gatewarden.requested-page')).toBeNull();
  });

  it('asks for the second factor', async () => {
    server.use(
      respondWithAlternative(finishOpenidSignIn, needsTotp),
      respond(signInWithTotp, { user: ada, url: null }),
      respond(getSettings, givenSettings()),
    );
    sessionStorage.setItem('gatewarden.requested-page', JSON.stringify({ return_to: '/settings' }));
    const { user } = renderRoute(callback);
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  });

  it.each([
    [callback, 'There is already an account with your email address.'],
    ['/auth/callback?error=access_denied&state=sign-in.s1', 'canceled at the provider'],
    ['/auth/callback?error=server_error', 'refused the sign-in (server_error)'],
    ['/auth/callback?error=%3Cb%3Eevil', 'refused the sign-in (–)'],
    ['/auth/callback', 'This page finishes a sign-in that began elsewhere.'],
  ])('says at %s why it failed and leads back', async (path, text) => {
    server.use(refuse(finishOpenidSignIn, 409, 'openid_account_exists'));
    const { user, router } = renderRoute(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
  });

  it('links the own account', async () => {
    server.use(
      respond(finishLink, givenProviders.identity()),
      respond(listExternalIdentities, [givenProviders.identity()]),
    );
    const { router } = renderRoute('/auth/callback?code=c1&state=link.s1', { me: ada });
    expect(await screen.findByText('Keycloak linked')).toBeVisible();
    expect(router.state.location.pathname).toBe('/me/security');
  });
});

describe('profile', () => {
  it('links and removes accounts', async () => {
    const removed: unknown[] = [];
    server.use(
      respond(listSignInProviders, [
        { name: 'Keycloak', display_name: null, kind: 'custom' },
        { name: 'Okta', display_name: null, kind: 'okta' },
      ]),
      respond(listExternalIdentities, [givenProviders.identity()]),
      respond(startLink, ({ body }) => ({
        url: `https://sso.example.com/${body.provider}`,
        button_display_name: null,
      })),
      respond(unlinkExternalIdentity, ({ params }) => {
        removed.push(params.id);
        return {};
      }),
    );
    const assigned = watchAssign();
    const { user } = renderRoute('/me/security', { me: ada });
    const panel = within(await screen.findByRole('region', { name: 'Linked sign-ins' }));
    expect(await panel.findByText('ada@example.com')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Link Keycloak' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Link Okta' }));
    await vi.waitFor(() => expect(assigned).toHaveBeenCalledWith('https://sso.example.com/Okta'));
    await user.click(panel.getByRole('button', { name: 'Actions for Keycloak' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove link' }));
    await user.click(await screen.findByRole('button', { name: 'Remove link' }));
    expect(await screen.findByText('Link to Keycloak removed')).toBeVisible();
    expect(removed).toEqual(['1']);
  });
});

it('does not warn of a change when a provider cannot be reached to link an account', async () => {
  server.use(
    respond(listSignInProviders, [{ name: 'Okta', display_name: null, kind: 'okta' }]),
    respond(listExternalIdentities, []),
    refuse(startLink, 502, 'openid_provider_unreachable'),
  );
  const { user } = renderRoute('/me/security', { me: ada });
  await user.click(await screen.findByRole('button', { name: 'Link Okta' }));
  expect(await screen.findByText(/couldn’t reach the provider/)).toBeVisible();
  expect(screen.queryByText(/The change may have been made/)).toBeNull();
});

describe('page of a user', () => {
  const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' });

  function serveUser(identity: Parameters<typeof givenProviders.identity>[0], link_by_email = false) {
    const removed: unknown[] = [];
    server.use(
      respond(getUser, given.details(bob)),
      respond(listExternalIdentities, [givenProviders.identity(identity)]),
      respond(listProviders, { providers: [givenProviders.provider({ link_by_email })], redirect_uris: [] }),
      respond(unlinkExternalIdentity, ({ params, query }) => {
        removed.push([params.username, params.id, query.get('last_credential')]);
        return {};
      }),
    );
    return removed;
  }

  it('shows linked accounts and removes one, with what happens', async () => {
    const removed = serveUser({ last_sign_in_at: '2030-01-31T12:00:00' }, true);
    const { user } = renderRoute('/users/bob', { me: ada });
    const panel = within(await screen.findByRole('region', { name: 'Linked sign-ins' }));
    expect(await panel.findByText('ada@example.com')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Remove link to Keycloak' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/Bob Stone can no longer sign in/)).toBeVisible();
    expect(await dialog.findByText(/Keycloak links accounts by email/)).toBeVisible();
    expect(dialog.queryByText('No other way to sign in')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove link' }));
    expect(await screen.findByText('Link to Keycloak removed')).toBeVisible();
    expect(removed).toEqual([['bob', '1', 'keep']]);
  });

  it('warns before the only credential of the user is removed', async () => {
    const removed = serveUser({ is_last_credential: true });
    const { user } = renderRoute('/users/bob', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Remove link to Keycloak' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('No other way to sign in')).toBeVisible();
    expect(dialog.queryByText(/links accounts by email/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove anyway' }));
    expect(await screen.findByText('Link to Keycloak removed')).toBeVisible();
    expect(removed).toEqual([['bob', '1', 'remove']]);
  });

  it('mentions linked sign-ins only where there is a provider or a link', async () => {
    server.use(respond(getUser, given.details(bob)));
    renderRoute('/users/bob', { me: ada });
    expect(await screen.findByRole('region', { name: 'Connected applications' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Linked sign-ins' })).toBeNull();
  });
});

describe('settings', () => {
  it('adds a provider from a preset, with groups', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(listProviders, { providers: [], redirect_uris: ['https://vpn.example.com/auth/callback'] }),
      respond(getSettings, givenSettings()),
      respond(addProvider, ({ body }) => {
        sent.push(body);
        return givenProviders.provider({ name: 'Okta' });
      }),
    );
    const { user } = renderRoute('/settings/openid', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Add provider' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/^Turning this off/)).toBeNull();
    expect(dialog.getByText('https://vpn.example.com/auth/callback')).toBeVisible();
    await user.click(dialog.getByRole('combobox', { name: 'Provider' }));
    await user.click(await screen.findByRole('option', { name: 'Okta' }));
    expect(dialog.getByLabelText('Name')).toHaveValue('Okta');
    await user.clear(dialog.getByLabelText('Issuer address'));
    await user.type(dialog.getByLabelText('Issuer address'), 'https://example.okta.com');
    await user.type(dialog.getByLabelText('Client ID'), 'abc');
    await user.type(dialog.getByLabelText('Client secret'), 'secret');
    await user.click(dialog.getByRole('button', { name: 'Add provider' }));
    expect(await screen.findByText('Okta saved')).toBeVisible();
    expect(sent).toEqual([
      {
        ...{
          kind: 'okta',
          name: 'Okta',
          base_url: 'https://example.okta.com',
          client_id: 'abc',
          client_secret: 'secret',
        },
        ...{ display_name: null, enabled: true, link_by_email: false, trust_second_factor: false, acr_values: [] },
        ...{ group_claim: null, group_mapping: [] },
      },
    ]);
  });

  it('shows what a new provider lacks at each field', async () => {
    server.use(respond(listProviders, { providers: [], redirect_uris: [] }), respond(getSettings, givenSettings()));
    const { user } = renderRoute('/settings/openid', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Add provider' }));
    const dialog = within(await screen.findByRole('dialog'));
    const choose = async (kind: string) => {
      await user.click(dialog.getByRole('combobox', { name: 'Provider' }));
      await user.click(await screen.findByRole('option', { name: kind }));
    };
    const submit = () => user.click(dialog.getByRole('button', { name: 'Add provider' }));
    const label = () => dialog.queryByLabelText(/^Button label/);
    expect(label()).toBeNull();
    await submit();
    await vi.waitFor(() => expect(dialog.getByLabelText('Client ID')).toHaveAccessibleDescription('Required'));
    expect(dialog.getByLabelText('Client secret')).toHaveAccessibleDescription('Required');
    const address = dialog.getByLabelText('Issuer address');
    expect(address).toHaveAccessibleDescription('Without the part from /.well-known on.');
    for (const [kind, placeholder] of [
      ['Okta', 'COMPANY'],
      ['Microsoft', 'TENANT'],
    ] as const) {
      await choose(kind);
      expect(address).toHaveAccessibleDescription(expect.stringContaining(`eplace ${placeholder} with`));
      await submit();
      const fault = `Replace ${placeholder} in the address with your own value.`;
      await vi.waitFor(() => expect(address).toHaveAccessibleDescription(fault));
    }
    await choose('Custom');
    expect(label()).toBeVisible();
    await submit();
    await vi.waitFor(() => expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription('Required'));
    expect(address).toHaveAccessibleDescription('Required');
    await user.type(dialog.getByLabelText('Name'), '-');
    await user.type(address, '/sso');
    expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/^Start with a letter or digit/);
    expect(address).toHaveAccessibleDescription(/^Enter an address that starts with https:/);
  });

  it('changes a provider without touching its secret and its directory sync', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(listProviders, { providers: [givenProviders.provider()], redirect_uris: [] }),
      respond(getSettings, givenSettings()),
      respond(updateProvider, ({ body }) => {
        sent.push(body);
        return givenProviders.provider();
      }),
    );
    const { user } = renderRoute('/settings/openid', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Actions for Keycloak' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await user.click(await screen.findByLabelText(/^Link existing accounts/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Keycloak saved')).toBeVisible();
    expect(sent).toMatchObject([
      {
        ...{ link_by_email: true, client_secret: '', directory_sync_enabled: true, directory_sync_interval: 900 },
        ...{ directory_sync_target: 'users', directory_sync_group_match: 'staff,ops' },
      },
    ]);
  });

  it('asks before a provider is turned off, with what ends', async () => {
    const sent: unknown[] = [];
    const okta = givenProviders.provider({ name: 'Okta', kind: 'okta', linked_users: 8, last_credential_users: 3 });
    server.use(
      respond(listProviders, { providers: [okta], redirect_uris: [] }),
      respond(getSettings, givenSettings()),
      respond(updateProvider, ({ body }) => {
        sent.push(body.enabled);
        return okta;
      }),
    );
    const { user } = renderRoute('/settings/openid', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Actions for Okta' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await user.click(await screen.findByLabelText(/^Offer on the sign-in page/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const question = within(await screen.findByRole('dialog', { name: 'Turn off Okta?' }));
    expect(question.getByText('8 people sign in with it.')).toBeVisible();
    expect(question.getByText(/^3 of them have no password or passkey here/)).toBeVisible();
    expect(question.getByText(/^Sessions that began with this provider end/)).toBeVisible();
    expect(question.getByText(/^Directory sync stops/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Okta saved')).toBeVisible();
    expect(sent).toEqual([false]);
  });

  it('shows what a test of the address finds, or why it fails', async () => {
    const empty = {
      ...{ reason: null, host: null, detail: null, issuer: null, authorization_endpoint: null, token_endpoint: null },
      ...{ userinfo_endpoint: null, scopes: [], claims: [], redirect_uris: [] },
    };
    server.use(
      respond(listProviders, { providers: [givenProviders.provider()], redirect_uris: [] }),
      respond(getSettings, givenSettings()),
      respond(testProvider, { ...empty, success: true, issuer: 'https://found.example.com', scopes: ['openid'] }),
    );
    const { user } = renderRoute('/settings/openid', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Actions for Keycloak' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Test address' }));
    expect(await screen.findByText('https://found.example.com')).toBeVisible();
    const failed = { ...empty, success: false, reason: 'blocked_address', host: 'sso.lan', detail: '10.0.0.7' };
    server.use(respond(testProvider, failed));
    await user.click(screen.getByRole('button', { name: 'Test address' }));
    expect(await screen.findByText(/sso\.lan has the address 10\.0\.0\.7/)).toBeVisible();
    server.use(respond(testProvider, { ...failed, reason: 'insecure', detail: 'base_url' }));
    await user.click(screen.getByRole('button', { name: 'Test address' }));
    expect(await screen.findByText(/^An address of sso\.lan starts with http:\/\/\. HTTP is/)).toBeVisible();
  });

  it('removes the result of a test when the kind or the address changes', async () => {
    const failed = {
      ...{ success: false, reason: 'timeout', host: 'sso.example.com', detail: null, issuer: null, scopes: [] },
      ...{ authorization_endpoint: null, token_endpoint: null, userinfo_endpoint: null, claims: [], redirect_uris: [] },
    };
    server.use(
      respond(listProviders, { providers: [], redirect_uris: [] }),
      respond(getSettings, givenSettings()),
      respond(testProvider, failed),
    );
    const { user } = renderRoute('/settings/openid', { me: ada });
    await user.click(await screen.findByRole('button', { name: 'Add provider' }));
    const dialog = within(await screen.findByRole('dialog'));
    const run = () => user.click(dialog.getByRole('button', { name: 'Test address' }));
    const result = () => dialog.queryByText(/didn’t answer in time/);
    const choose = async (kind: string) => {
      await user.click(dialog.getByRole('combobox', { name: 'Provider' }));
      await user.click(await screen.findByRole('option', { name: kind }));
    };
    await run();
    await vi.waitFor(() => expect(result()).toBeVisible());
    await user.type(dialog.getByLabelText('Issuer address'), '/own');
    expect(result()).toBeNull();
    await run();
    await vi.waitFor(() => expect(result()).toBeVisible());
    await choose('Custom');
    expect(dialog.getByLabelText('Issuer address')).toHaveValue('https://accounts.google.com/own');
    expect(result()).toBeNull();
  });
});

it('changes which accounts come from the directory of a provider, and nothing else of it', async () => {
  const okta = givenProviders.provider({ ...{ id: 3, name: 'Okta', kind: 'okta' }, okta_private_jwk_set: true });
  const sent: unknown[] = [];
  server.use(
    respond(listProviders, { providers: [okta], redirect_uris: [] }),
    respond(getSettings, givenSettings()),
    respond(updateProvider, ({ body }) => {
      sent.push(body);
      return okta;
    }),
  );
  const { user } = renderRoute('/settings/openid', { me: ada });
  const row = within(await screen.findByRole('listitem', { name: 'Okta' }));
  expect(row.getByRole('link', { name: 'Directory sync' })).toHaveAttribute('href', '/settings/directory/openid-3');
  await user.click(screen.getByRole('button', { name: 'Actions for Okta' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Directory sync' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Client ID for directory sync'), '0oa1');
  const groups = dialog.getByLabelText(/^Only members of these groups/);
  expect(groups).toHaveValue('staff\nops');
  await user.type(groups, '{enter}vpn');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    ...{ name: 'Okta', kind: 'okta', base_url: 'https://sso.example.com', client_secret: '', okta_private_jwk: '' },
    ...{ okta_dirsync_client_id: '0oa1', directory_sync_group_match: 'staff,ops,vpn', directory_sync_interval: 900 },
  });
});

describe('leaving a dialog with typed values', () => {
  const okta = givenProviders.provider({ ...{ id: 3, name: 'Okta', kind: 'okta' }, okta_private_jwk_set: true });

  async function open() {
    server.use(respond(listProviders, { providers: [okta], redirect_uris: [] }), respond(getSettings, givenSettings()));
    const { user, router } = renderRoute('/settings', { me: ada });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await act(() => router.navigate({ to: '/settings/openid' }));
    await screen.findByRole('listitem', { name: 'Okta' });
    return { user, router };
  }

  it('asks before a link out of directory sync is followed', async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Actions for Okta' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Directory sync' }));
    const dialog = within(await screen.findByRole('dialog'));
    await vi.waitFor(() => expect(dialog.getByLabelText('Client ID for directory sync')).toHaveFocus());
    await user.type(dialog.getByLabelText('Interval'), '0');
    await user.click(dialog.getByRole('link', { name: /^Show the state/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/settings/openid');
    expect(dialog.getByLabelText('Interval')).toHaveDisplayValue(/^9000/);
  });

  it('asks before the page of a new provider is left', async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Add provider' }));
    const dialog = within(await screen.findByRole('dialog'));
    await vi.waitFor(() => expect(dialog.getByRole('combobox', { name: 'Provider' })).toHaveFocus());
    await user.type(dialog.getByLabelText('Client ID'), 'abc');
    act(() => void router.navigate({ to: '/settings' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(dialog.getByLabelText('Client ID')).toHaveValue('abc');
    await user.click(question.getByRole('button', { name: 'Leave without saving' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  });
});

it.each([
  ['google', 'Key of the service account (JSON)', '{"not":"it"}', /private_key and client_email/],
  ['google', 'Email of an administrator at Google', 'nope', /email/],
  ['okta', 'Private key (JWK)', 'garbage', /kty \(RSA or EC\) and the private part d/],
] as const)('explains at the field that %s cannot be read with the %s %s', async (kind, label, value, text) => {
  const provider = givenProviders.provider({ name: 'Cloud', kind, directory_sync_enabled: false });
  server.use(
    respond(listProviders, { providers: [provider], redirect_uris: [] }),
    respond(getSettings, givenSettings()),
  );
  const { user } = renderRoute('/settings/openid', { me: ada });
  await user.click(await screen.findByRole('button', { name: 'Actions for Cloud' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Directory sync' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText(/^Synchronize accounts and groups/));
  await user.click(dialog.getByLabelText(label));
  await user.paste(value);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(text));
});

it.each([
  ['google', ['Key of the service account (JSON)', 'Email of an administrator at Google']],
  ['okta', ['Client ID for directory sync', 'Private key (JWK)']],
  ['jumpcloud', ['API key']],
] as const)('does not turn on directory sync with %s without its credentials', async (kind, labels) => {
  const sent: unknown[] = [];
  const provider = givenProviders.provider({ name: 'Cloud', kind, directory_sync_enabled: false });
  server.use(
    respond(listProviders, { providers: [provider], redirect_uris: [] }),
    respond(getSettings, givenSettings()),
    respond(updateProvider, ({ body }) => {
      sent.push(body);
      return provider;
    }),
  );
  const { user } = renderRoute('/settings/openid', { me: ada });
  await user.click(await screen.findByRole('button', { name: 'Actions for Cloud' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Directory sync' }));
  const dialog = within(await screen.findByRole('dialog'));
  const isOn = dialog.getByLabelText(/^Synchronize accounts and groups/);
  await user.click(isOn);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  for (const label of labels)
    await vi.waitFor(() => expect(dialog.getByLabelText(label)).toHaveAccessibleDescription('Required'));
  expect(sent).toEqual([]);
  await user.click(isOn);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Cloud saved')).toBeVisible();
  expect(sent).toHaveLength(1);
});
