import {
  type AuthKey,
  addAuthKey,
  deleteAuthKey,
  listAuthKeys,
  renameAuthKey,
  restoreAuthKey,
} from '@gatewarden/contract/auth-keys';
import { removeSecurityKey, renameSecurityKey, restoreSecurityKey } from '@gatewarden/contract/security-keys';
import { getUser } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { recordDownloads } from '../../../test/record-downloads.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user();
const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0NUoqriJ0VUibWtzjOQQ2yZb94T+qTLHkQyhJ8uZOl';
const block = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDME\n-----END PGP PUBLIC KEY BLOCK-----';
const secret = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----';

const keyOf = (overrides: Partial<AuthKey> = {}) => given.authKey({ name: 'Laptop', ...overrides });

/** Serves these keys. */
function givenKeys(...keys: AuthKey[]) {
  server.use(
    respond(getUser, given.details(me)),
    respond(listAuthKeys, () => [...keys]),
  );
  return keys;
}

async function section() {
  return within(await screen.findByRole('region', { name: 'SSH and GPG keys' }));
}

async function openForm() {
  const { user } = renderRoute('/me/keys', { me });
  await user.click(await (await section()).findByRole('button', { name: 'Add key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a key' }));
  return { user, dialog, key: dialog.getByLabelText('Public key'), name: dialog.getByLabelText('Name') };
}

describe('the keys of a user', () => {
  it('show type and fingerprint, and the name of the YubiKey that has them', async () => {
    givenKeys(
      keyOf(),
      keyOf({ id: 2, name: null, key_type: 'gpg', fingerprint: 'ADA3', yubikey_id: 7, yubikey_name: 'YubiKey 1' }),
    );
    renderRoute('/me/keys', { me });
    const laptop = within(await screen.findByRole('listitem', { name: 'Laptop' }));
    expect(laptop.getByText('SSH')).toBeVisible();
    expect(laptop.getByText(/^SHA256:ucyvm4/)).toBeVisible();
    expect(laptop.getByRole('button', { name: 'Copy Fingerprint' })).toBeVisible();
    expect(within(screen.getByRole('listitem', { name: 'YubiKey 1' })).getByText('GPG')).toBeVisible();
  });

  it('show an empty state', async () => {
    givenKeys();
    renderRoute('/me/keys', { me });
    expect(await (await section()).findByText('No keys yet')).toBeVisible();
  });

  it('can be loaded again after a failure', async () => {
    server.use(respond(getUser, given.details(me)), refuse(listAuthKeys, 404, 'user_not_found'));
    const { user } = renderRoute('/me/keys', { me });
    expect(await screen.findByText('Couldn’t load the keys')).toBeVisible();
    givenKeys(keyOf());
    await user.click((await section()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem', { name: 'Laptop' })).toBeVisible();
  });

  it('have a tab for administrators', async () => {
    const asked: string[] = [];
    server.use(
      respond(getUser, given.details(given.user({ username: 'bob' }))),
      respond(listAuthKeys, ({ params }) => {
        asked.push(params.username);
        return [keyOf()];
      }),
    );
    renderRoute('/users/bob/keys', { me: given.admin() });
    expect(await screen.findByRole('listitem', { name: 'Laptop' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Keys and tokens' })).toHaveAttribute('aria-current', 'page');
    expect(asked).toEqual(['bob']);
  });
});

describe('the text of a key', () => {
  it.each([
    ['ssh', `${line} ada@laptop`, 'Laptop.pub'],
    ['gpg', block, 'Laptop.asc'],
  ] as const)('is shown, copied and downloaded (%s)', async (key_type, text, fileName) => {
    givenKeys(keyOf({ key_type, key: `${text}\n` }));
    const downloads = recordDownloads();
    const { user } = renderRoute('/me/keys', { me });
    const row = within(await screen.findByRole('listitem', { name: 'Laptop' }));
    await user.click(row.getByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Show key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Laptop' }));
    expect(dialog.getByRole('region', { name: 'Public key' }).textContent).toBe(text);
    await user.click(dialog.getByRole('button', { name: 'Copy Public key' }));
    expect(await navigator.clipboard.readText()).toBe(text);
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    expect(downloads).toHaveLength(1);
    expect(downloads[0]?.name).toBe(fileName);
    expect(await downloads[0]?.text).toBe(`${text}\n`);
  });
});

describe('adding a key', () => {
  it('recognizes an SSH key and suggests its comment as name', async () => {
    const keys = givenKeys();
    const sent: unknown[] = [];
    server.use(
      respond(addAuthKey, ({ body }) => {
        sent.push(body);
        keys.push(keyOf({ name: body.name }));
        return {};
      }),
    );
    const { user, dialog, key, name } = await openForm();
    await user.click(key);
    await user.paste(`${line} ada@laptop\n`);
    expect(dialog.getByRole('status')).toHaveTextContent('This is an SSH key.');
    await user.click(name);
    expect(name).toHaveValue('ada@laptop');
    await user.click(dialog.getByRole('button', { name: 'Add key' }));
    expect(await screen.findByRole('listitem', { name: 'ada@laptop' })).toBeVisible();
    expect(sent).toEqual([{ name: 'ada@laptop', key: `${line} ada@laptop\n`, key_type: 'ssh' }]);
  });

  it('recognizes a GPG key that is read from a file', async () => {
    givenKeys();
    const sent: unknown[] = [];
    server.use(
      respond(addAuthKey, ({ body }) => {
        sent.push(body.key_type);
        return {};
      }),
    );
    const { user, dialog, name } = await openForm();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    expect(input).not.toBeNull();
    if (input) await user.upload(input, new File([block], 'ada.asc'));
    expect(await dialog.findByText('This is a GPG key.')).toBeVisible();
    await user.type(name, 'Signing');
    await user.click(dialog.getByRole('button', { name: 'Add key' }));
    expect(await screen.findByText('Signing was added')).toBeVisible();
    expect(sent).toEqual(['gpg']);
  });

  it.each([
    ['a private key', secret, /^This is a private key/],
    ['any text', 'hello', /^This is not a public key/],
    ['nothing', '', 'Required'],
  ])('does not send %s and says why', async (_, text, sentence) => {
    givenKeys();
    const { user, dialog, key, name } = await openForm();
    await user.click(key);
    if (text) await user.paste(text);
    await user.type(name, 'Laptop');
    await user.click(dialog.getByRole('button', { name: 'Add key' }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  });

  it('shows at the key why the server rejects it', async () => {
    givenKeys();
    server.use(refuse(addAuthKey, 409, 'auth_key_taken', { field: 'key' }));
    const { user, dialog, key, name } = await openForm();
    await user.click(key);
    await user.paste(line);
    await user.type(name, 'Laptop');
    await user.click(dialog.getByRole('button', { name: 'Add key' }));
    expect(await dialog.findByText('This key is already in the list.')).toBeVisible();
    expect(key).toHaveAccessibleDescription('This key is already in the list.');
  });
});

describe('a key in the list', () => {
  async function openActionDialog(action: string) {
    const { user } = renderRoute('/me/keys', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return { user, dialog: within(await screen.findByRole('dialog')) };
  }

  it('is renamed', async () => {
    const keys = givenKeys(keyOf());
    server.use(
      respond(renameAuthKey, ({ params, body }) => {
        keys.splice(0, 1, keyOf({ id: Number(params.id), name: body.name }));
        return {};
      }),
    );
    const { user, dialog } = await openActionDialog('Rename');
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Desktop');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('listitem', { name: 'Desktop' })).toBeVisible();
  });

  it('is deleted after confirmation', async () => {
    const keys = givenKeys(keyOf());
    server.use(
      respond(deleteAuthKey, ({ params }) => {
        expect(params.id).toBe('1');
        keys.splice(0);
        return {};
      }),
    );
    const { user, dialog } = await openActionDialog('Delete');
    expect(dialog.getByText(/^Servers reject this key immediately/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete key' }));
    expect(await screen.findByText('Laptop was deleted')).toBeVisible();
    expect(await screen.findByText('No keys yet')).toBeVisible();
  });
});

describe('keys that an emergency stop suspended', () => {
  it('are listed on the page of their owner and restored one by one', async () => {
    const bob = given.user({ username: 'bob' });
    const restored: string[] = [];
    const suspended_at = '2030-01-31T12:00:00';
    const details = given.details(bob);
    const dates = { created: suspended_at, last_used: null, suspended_at };
    const blue = { id: 3, name: 'Blue key', is_passkey: true, is_synced: false, ...dates };
    server.use(
      respond(getUser, () => ({
        ...details,
        security_keys: [blue, { ...blue, id: 4, name: 'Old key', suspended_at: null }],
        suspended: { devices: 0, keys: 2 - restored.length, authenticator_app: false },
      })),
      respond(listAuthKeys, [keyOf({ suspended_at }), keyOf({ id: 2, name: 'Accepted' })]),
      respond(restoreAuthKey, ({ params }) => {
        restored.push(`ssh ${params.id}`);
        return {};
      }),
      respond(restoreSecurityKey, ({ params }) => {
        restored.push(`security ${params.id}`);
        return {};
      }),
    );
    const { user } = renderRoute('/users/bob/keys', { me: given.admin() });
    const laptop = within(await screen.findByRole('listitem', { name: 'Laptop' }));
    expect(laptop.getByText('Suspended')).toBeVisible();
    expect(screen.getByText('2 items are suspended.')).toBeVisible();
    expect(within(screen.getByRole('listitem', { name: 'Accepted' })).queryByText('Suspended')).toBeNull();
    await user.click(laptop.getByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    expect(await screen.findByText('Laptop was restored')).toBeVisible();
    expect(await screen.findByText('1 item is suspended.')).toBeVisible();
    const old = within(screen.getByRole('listitem', { name: 'Old key' }));
    expect(old.queryByText('Suspended')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Actions for Blue key' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    expect(await screen.findByText('Blue key was restored')).toBeVisible();
    expect(restored).toEqual(['ssh 1', 'security 3']);
  });
});

describe('security keys of another user', () => {
  const key = {
    ...{ id: 3, name: 'Blue key', is_passkey: true, is_synced: false },
    ...{ created: '2030-01-31T12:00:00', last_used: null, suspended_at: null },
  };

  async function openActionDialog(action: string) {
    const bob = given.user({ username: 'bob' });
    server.use(respond(getUser, { ...given.details(bob), security_keys: [key] }), respond(listAuthKeys, []));
    const { user } = renderRoute('/users/bob/keys', { me: given.admin() });
    await user.click(await screen.findByRole('button', { name: 'Actions for Blue key' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return { user, dialog: within(await screen.findByRole('dialog')) };
  }

  it('are renamed by an administrator', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(renameSecurityKey, ({ params, body }) => {
        sent.push(params.username, params.id, body);
        return {};
      }),
    );
    const { user, dialog } = await openActionDialog('Rename');
    await user.type(dialog.getByLabelText('Name'), ' 2');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Name saved')).toBeVisible();
    expect(sent).toEqual(['bob', '3', { name: 'Blue key 2' }]);
  });

  it('are removed by an administrator after the consequences for the owner are shown', async () => {
    const removed: unknown[] = [];
    server.use(
      respond(removeSecurityKey, ({ params }) => {
        removed.push([params.username, params.id]);
        return null;
      }),
    );
    const { user, dialog } = await openActionDialog('Remove');
    expect(dialog.getByText(/^The user’s two-factor authentication will be turned off/)).toBeVisible();
    await user.dblClick(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Blue key was removed')).toBeVisible();
    expect(removed).toEqual([['bob', '3']]);
  });
});
