import {
  type ApiToken,
  addApiToken,
  deleteApiToken,
  listApiTokens,
  renameApiToken,
} from '@gatewarden/contract/api-tokens';
import { getMe } from '@gatewarden/contract/auth';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user();
const admin = given.admin();
const future = '2999-01-31T12:00:00';
const past = '2020-01-31T12:00:00';

/** Serves these tokens. */
function givenTokens(...tokens: ApiToken[]) {
  server.use(
    respond(getUser, given.details(me)),
    respond(listApiTokens, () => [...tokens]),
  );
  return tokens;
}

async function row(name: string) {
  return within(await screen.findByRole('listitem', { name }));
}

async function openForm(who = me) {
  const { user, router, queryClient } = renderRoute('/me/keys', { me: who });
  const section = within(await screen.findByRole('region', { name: 'API tokens' }));
  await user.click(await section.findByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create an API token' }));
  const choose = async (field: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const submit = () => user.click(dialog.getByRole('button', { name: 'Create token' }));
  return { user, router, queryClient, dialog, choose, submit };
}

describe('the API tokens of a user', () => {
  it('show scopes, expiry and last use', async () => {
    givenTokens(
      given.apiToken({ name: 'Endless' }),
      given.apiToken({ id: 2, name: 'Ending', expires_at: future, scopes: ['read'], last_used_at: past }),
      given.apiToken({ id: 3, name: 'Over', expires_at: past, scopes: ['devices:write', 'activity-log:read'] }),
    );
    renderRoute('/me/keys', { me });
    const endless = await row('Endless');
    for (const text of ['Never expires', 'Full access', 'Never used']) {
      expect(endless.getByText(text)).toBeVisible();
    }
    const ending = await row('Ending');
    expect(ending.getByText(/^Expires/)).toBeVisible();
    expect(ending.getByText(/^Last used/)).toBeVisible();
    const over = await row('Over');
    expect(over.getByText(/^Expired/)).toBeVisible();
    expect(over.getByText('Devices: read and write · Activity log: read')).toBeVisible();
  });

  it('can be loaded again after a failure', async () => {
    server.use(respond(getUser, given.details(me)), refuse(listApiTokens, 404, 'user_not_found'));
    const { user } = renderRoute('/me/keys', { me });
    const section = within(await screen.findByRole('region', { name: 'API tokens' }));
    expect(await section.findByText('Couldn’t load the tokens')).toBeVisible();
    givenTokens(given.apiToken());
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await row('Deploy')).toBeDefined();
  });

  it('have a tab for administrators, who cannot create one for a disabled user', async () => {
    server.use(
      respond(getUser, given.details(given.user({ username: 'bob', is_active: false }))),
      respond(listApiTokens, []),
    );
    renderRoute('/users/bob/tokens', { me: admin });
    expect(await screen.findByText(/^Disabled accounts can’t have tokens/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Keys and tokens' })).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
  });
});

describe('creating a token', () => {
  it('asks for scopes and shows the secret until the user confirms that it is saved', async () => {
    const tokens = givenTokens();
    const sent: unknown[] = [];
    server.use(
      respond(addApiToken, ({ body }) => {
        sent.push({ ...body, expires_at: body.expires_at && 'some time' });
        tokens.push(given.apiToken({ name: body.name }));
        return { token: 'gwt_secret', id: 1 };
      }),
    );
    const { user, router, dialog, choose, submit } = await openForm(admin);
    await user.type(dialog.getByLabelText('Name'), 'Terraform');
    await choose('Permissions', 'Selected areas');
    await submit();
    expect(await dialog.findByText('Select at least 1.')).toBeVisible();
    await user.click(within(dialog.getByRole('radiogroup', { name: 'Devices' })).getByLabelText('Read and write'));
    expect(within(dialog.getByRole('radiogroup', { name: 'Traffic' })).queryByLabelText('Read and write')).toBeNull();
    await user.click(within(dialog.getByRole('radiogroup', { name: 'Traffic' })).getByLabelText('Read'));
    await submit();
    const made = within(await screen.findByRole('dialog', { name: 'Token Terraform' }));
    expect(sent).toEqual([{ name: 'Terraform', scopes: ['devices:write', 'traffic:read'], expires_at: 'some time' }]);
    expect(made.getByText('gwt_secret')).toBeVisible();
    expect(made.getByText(/^curl --header "Authorization: Bearer \$GATEWARDEN_TOKEN"/)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(made.getByRole('button', { name: 'Done' })).toBeDisabled();
    void router.navigate({ to: '/me/activity' });
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving the token?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(made.getByText('gwt_secret')).toBeVisible();
    await user.click(made.getByRole('checkbox', { name: 'I have saved it' }));
    await user.click(made.getByRole('button', { name: 'Done' }));
    expect(await row('Terraform')).toBeDefined();
    expect(screen.queryByText('gwt_secret')).toBeNull();
  });

  it('hides the secret when the session ends', async () => {
    givenTokens();
    server.use(respond(addApiToken, { token: 'gwt_secret', id: 1 }));
    const { user, dialog, queryClient, submit } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Terraform');
    await submit();
    expect(await screen.findByText('gwt_secret')).toBeVisible();
    server.use(refuse(getMe, 401, 'unauthenticated'));
    await queryClient.invalidateQueries({ queryKey: ['me'] });
    expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    expect(screen.queryByText('gwt_secret')).toBeNull();
  });

  it('warns about tokens without expiry, and offers users only their areas', async () => {
    givenTokens();
    const { dialog, choose } = await openForm();
    await choose('Expires', 'Never');
    expect(dialog.getByText(/^A leaked token stays valid/)).toBeVisible();
    await choose('Permissions', 'Selected areas');
    const areas = dialog.getAllByRole('radiogroup').map((group) => group.getAttribute('aria-label'));
    expect(areas).toEqual(['Users', 'Devices', 'Activity log']);
  });
});

describe('a token in the list', () => {
  async function openActionDialog(action: string) {
    const { user, queryClient } = renderRoute('/me/keys', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Deploy' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return { user, queryClient, dialog: within(await screen.findByRole('dialog')) };
  }

  it('is renamed once by a double click', async () => {
    const tokens = givenTokens(given.apiToken());
    const sent: unknown[] = [];
    server.use(
      respond(renameApiToken, ({ params, body }) => {
        sent.push(body);
        tokens.splice(0, 1, given.apiToken({ id: Number(params.id), name: body.name }));
        return {};
      }),
    );
    const { user, dialog } = await openActionDialog('Rename');
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Nightly');
    await user.dblClick(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await row('Nightly')).toBeDefined();
    expect(sent).toEqual([{ name: 'Nightly' }]);
  });

  it('is deleted after confirmation', async () => {
    const tokens = givenTokens(given.apiToken());
    server.use(
      respond(deleteApiToken, () => {
        tokens.splice(0);
        return {};
      }),
    );
    const { user, dialog } = await openActionDialog('Delete');
    expect(dialog.getByText(/^Programs that use it lose access immediately/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete token' }));
    expect(await screen.findByText('Deploy was deleted')).toBeVisible();
    expect(await screen.findByText('No tokens yet')).toBeVisible();
  });

  it('is confirmed as deleted if the live change removes it from the list before the answer', async () => {
    const tokens = givenTokens(given.apiToken());
    server.use(
      respond(deleteApiToken, async () => {
        tokens.splice(0);
        await queryClient.invalidateQueries({ queryKey: ['api-tokens'] });
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        return {};
      }),
    );
    const { user, dialog, queryClient } = await openActionDialog('Delete');
    await user.click(dialog.getByRole('button', { name: 'Delete token' }));
    expect(await screen.findByText('Deploy was deleted')).toBeVisible();
  });
});
