import { signIn } from '@gatewarden/contract/auth';
import { addDevice } from '@gatewarden/contract/devices';
import { listStopGateways, stopUser } from '@gatewarden/contract/emergency-stop';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { addGroup } from '@gatewarden/contract/groups';
import { signInWithTotp } from '@gatewarden/contract/mfa';
import { importUsers, previewImport } from '@gatewarden/contract/user-import';
import { getUser, listUsers } from '@gatewarden/contract/users';
import { decodeBase64 } from '@gatewarden/net/base64';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { refuse, respond, respondWithAlternative } from '../../test/respond.ts';
import { server } from '../../test/server.ts';
import { apiBase } from '../lib/path-of.ts';

const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' });

/** Bodies of the requests that reach the endpoint, accepted or refused. */
function recordRequests(endpoint: Endpoint, params: Record<string, string> = {}): unknown[] {
  const bodies: unknown[] = [];
  const path = apiBase + endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  server.events.on('request:start', ({ request }) => {
    if (request.method !== endpoint.method || new URL(request.url).pathname !== path) return;
    const index = bodies.push(undefined) - 1;
    void request
      .clone()
      .json()
      .then((body) => bodies.splice(index, 1, body));
  });
  return bodies;
}

/** Two clicks before React can render anything in between. */
function clickTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}

const buttonNamed = (name: string) => screen.findByRole('button', { name });

async function fillSignIn() {
  const { user, router } = renderRoute('/sign-in?return_to=/me');
  await user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'bob');
  await user.type(screen.getByLabelText('Password'), 'Secret-1');
  return { user, router };
}

describe('two clicks within one frame send one request', () => {
  it('when a device is added, with a private key that matches the sent public key', async () => {
    const { libraryKeyGenerator } = await import('../features/devices/key-generators.ts');
    const sent = recordRequests(addDevice, { username: 'bob' });
    const config = {
      network_id: 1,
      network_name: 'Warsaw',
      config: '[Interface]\nPrivateKey = YOUR_PRIVATE_KEY\n',
      address: ['10.1.0.2'],
      endpoint: 'vpn.example.com:51820',
      allowed_ips: ['10.1.0.0/24'],
      pubkey: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
      dns: null,
      keepalive_interval: 25,
      location_mfa_mode: 'disabled' as const,
      masquerade: false,
    };
    server.use(
      respond(addDevice, ({ body }) => ({ device: given.device(body), configs: [config] })),
      respond(getUser, given.details(bob)),
    );
    const { user } = renderRoute('/me/devices/new', { me: bob });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Tablet');
    clickTwice(await buttonNamed('Add device'));
    const text = (await screen.findByText(/PrivateKey = /)).textContent ?? '';
    const privateKey = /PrivateKey = (\S{43}=)/.exec(text)?.[1] ?? '';
    const publicKey = await libraryKeyGenerator.publicKeyOf(new Uint8Array(decodeBase64(privateKey) ?? []));
    expect(sent).toEqual([{ name: 'Tablet', wireguard_pubkey: btoa(String.fromCharCode(...publicKey)) }]);
  });

  it('when users are imported', async () => {
    const previews = recordRequests(previewImport);
    const imports = recordRequests(importUsers);
    const plan = {
      digest: 'first',
      separator: ',' as const,
      ignored_columns: [],
      add: 1,
      exists: 0,
      error: 0,
      rows: [],
    };
    server.use(respond(previewImport, plan), respond(importUsers, { added: 1 }), respond(listUsers, [bob]));
    const { user } = renderRoute('/import/users', { me: given.admin() });
    await user.click(await screen.findByLabelText('Or paste the text'));
    await user.paste('username');
    clickTwice(await buttonNamed('Preview'));
    clickTwice(await buttonNamed('Add 1 person'));
    expect(await screen.findByText('1 person was added')).toBeVisible();
    expect(previews).toEqual([{ csv: 'username' }]);
    expect(imports).toEqual([{ csv: 'username', digest: 'first' }]);
  });

  it('when all access of a user is revoked, and the report shows what ended', async () => {
    const sent = recordRequests(stopUser, { username: 'bob' });
    const nothing = { keys: 0, authenticator_removed: false, recovery_codes: 0 };
    const reports = [
      { sessions: 2, tokens: 0, devices: 0, ...nothing, gateways: [] },
      { sessions: 0, tokens: 0, devices: 0, ...nothing, gateways: [] },
    ] as const;
    server.use(
      respond(getUser, given.details(bob)),
      respond(listUsers, [given.admin(), bob]),
      respond(listStopGateways, []),
      respond(stopUser, () => ({ ...(sent.length === 1 ? reports[0] : reports[1]), gateways: [] })),
    );
    const { user } = renderRoute('/users/bob', { me: given.admin() });
    await user.click(await buttonNamed('Actions for Bob Stone'));
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke all access' }));
    clickTwice(await buttonNamed('Revoke access'));
    expect(await screen.findByText('2 sessions ended')).toBeVisible();
    expect(sent).toEqual([{ disable: true }]);
  });

  it('when a user signs in', async () => {
    const sent = recordRequests(signIn);
    server.use(respond(signIn, { user: bob, url: null }), respond(getUser, given.details(bob)));
    await fillSignIn();
    clickTwice(await buttonNamed('Sign in'));
    expect(await screen.findByRole('navigation', { name: 'My profile' })).toBeVisible();
    expect(sent).toEqual([{ username: 'bob', password: 'Secret-1' }]);
  });

  it('when the second factor is submitted with Enter and a click', async () => {
    const sent = recordRequests(signInWithTotp);
    const factors = { totp_available: true, webauthn_available: false, email_available: false };
    server.use(
      respondWithAlternative(signIn, { mfa_method: 'OneTimePassword', ...factors }),
      respond(signInWithTotp, { user: bob, url: null }),
      respond(getUser, given.details(bob)),
    );
    const { user } = await fillSignIn();
    await user.click(await buttonNamed('Sign in'));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' });
    await user.type(field, '123456');
    const button = await buttonNamed('Sign in');
    act(() => {
      field.form?.requestSubmit();
      button.click();
    });
    expect(await screen.findByRole('navigation', { name: 'My profile' })).toBeVisible();
    expect(sent).toEqual([{ code: '123456' }]);
  });

  it('when a form is submitted, and sends again on the next click after a refusal', async () => {
    const sent = recordRequests(addGroup);
    server.use(respond(listUsers, [bob]), refuse(addGroup, 409, 'group_name_taken', { field: 'name' }));
    const { user } = renderRoute('/groups/new', { me: given.admin() });
    await user.type(await screen.findByLabelText('Name'), 'Staff');
    const button = within(screen.getByRole('main')).getByRole('button', { name: 'Add group' });
    clickTwice(button);
    await screen.findByText(/^A group with this name already exists/);
    expect(sent).toHaveLength(1);
    clickTwice(button);
    await expect.poll(() => sent).toHaveLength(2);
  });
});
