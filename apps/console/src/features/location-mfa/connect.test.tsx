import {
  approveConnectRequest,
  authorizeDevice,
  finishExternalAuthorization,
  listOwnConnections,
  openConnectRequest,
  refuseConnectRequest,
  startExternalAuthorization,
} from '@gatewarden/contract/browser-connect';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user({ mfa_enabled: true, totp_enabled: true, mfa_method: 'OneTimePassword' });
const until = '2030-01-31T14:30:00';
const session = { method: 'totp' as const, expires_at: until, has_preshared_key: false, is_connected: false };

it('authorizes a device with a code and says what to do next', async () => {
  const sent: unknown[] = [];
  let connection = givenNetwork.ownConnection();
  server.use(
    respond(listOwnConnections, () => [connection]),
    respond(authorizeDevice, ({ params, body }) => {
      sent.push([params.id, params.deviceId, body]);
      connection = givenNetwork.ownConnection({ session });
      return { expires_at: until };
    }),
  );
  const { user } = renderRoute('/connect', { me });
  expect(await screen.findByRole('listitem', { name: 'Laptop · Warsaw' })).toHaveTextContent('Not connected');
  await user.click(screen.getByRole('button', { name: 'Authorize Laptop at Warsaw' }));
  const dialog = await screen.findByRole('dialog', { name: 'Connect Laptop to Warsaw' });
  expect(within(dialog).queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
  await user.type(await within(dialog).findByRole('textbox'), '123456');
  await user.click(within(dialog).getByRole('button', { name: 'Authorize' }));
  expect(await within(dialog).findByText(/^Laptop can connect to Warsaw until/)).toBeVisible();
  expect(within(dialog).getByText(/Without a connection for 5 minutes/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/^Can connect until/)).toBeVisible();
  expect(sent).toEqual([['1', '5', { proof: { method: 'totp', code: '123456' }, without_client: false }]]);
});

it('shows a wrong code at its field, and that codes have to wait', async () => {
  server.use(
    respond(listOwnConnections, [givenNetwork.ownConnection()]),
    refuse(authorizeDevice, 401, 'code_wrong', { field: 'code' }),
  );
  const { user } = renderRoute('/connect', { me });
  await user.click(await screen.findByRole('button', { name: 'Authorize Laptop at Warsaw' }));
  const code = await screen.findByRole('textbox');
  await user.type(code, '123456{Enter}');
  expect(await screen.findByText('That code is incorrect or already used. Try the next one.')).toBeVisible();
  expect(code).toBeInvalid();
  server.use(refuse(authorizeDevice, 429, 'connect_codes_locked', { details: { minutes: 5 } }));
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  expect(await screen.findByText(/^Too many incorrect codes. Try again in 5 min/)).toBeVisible();
});

it('says before Authorize that the device may have no configuration for the location', async () => {
  const seoul = givenNetwork.ownConnection({ location_id: 2, location: 'Seoul', may_lack_configuration: true });
  server.use(respond(listOwnConnections, [givenNetwork.ownConnection(), seoul]));
  renderRoute('/connect', { me });
  const row = await screen.findByRole('listitem', { name: 'Laptop · Seoul' });
  expect(row).toHaveTextContent('Never connected. If the WireGuard app has no tunnel for it, add its configuration');
  expect(within(row).getByRole('link', { name: 'configuration' })).toHaveAttribute('href', '/me/devices/5');
  expect(screen.getByRole('listitem', { name: 'Laptop · Warsaw' })).not.toHaveTextContent('Never connected');
});

it('warns before it authorizes a device without its client', async () => {
  const sent: unknown[] = [];
  server.use(
    respond(listOwnConnections, [givenNetwork.ownConnection({ uses_client: true })]),
    respond(authorizeDevice, ({ body }) => {
      sent.push(body);
      return { expires_at: until };
    }),
  );
  const { user } = renderRoute('/connect', { me });
  await user.click(await screen.findByRole('button', { name: 'Authorize Laptop at Warsaw' }));
  expect(await screen.findByText(/Laptop last connected with a client/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue without the client' }));
  await user.type(await screen.findByRole('textbox'), '123456{Enter}');
  expect(await screen.findByText(/^Laptop can connect to Warsaw until/)).toBeVisible();
  expect(sent).toMatchObject([{ without_client: true }]);
});

it('disconnects a device, and explains an empty list', async () => {
  let connections = [givenNetwork.ownConnection({ session: { ...session, is_connected: true } })];
  server.use(
    respond(listOwnConnections, () => connections),
    respond(endLocationSession, () => {
      connections = [];
      return {};
    }),
  );
  const { user } = renderRoute('/connect', { me });
  expect(await screen.findByText(/^Connected until/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Disconnect Laptop from Warsaw' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('No devices need two-factor authentication')).toBeVisible();
});

const external = { location_id: 2, location: 'Seoul', mfa_mode: 'external', provider: 'Company' } as const;

it('leads to the provider of a location that asks for one, once', async () => {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  const sent: unknown[] = [];
  server.use(
    respond(listOwnConnections, [givenNetwork.ownConnection(external)]),
    respond(startExternalAuthorization, ({ params, body }) => {
      sent.push([params.id, params.deviceId, body]);
      return { url: 'https://sso.example.com/authorize' };
    }),
  );
  const { user } = renderRoute('/connect', { me });
  const row = await screen.findByRole('listitem', { name: 'Laptop · Seoul' });
  expect(row).toHaveTextContent('Sign in at Company to confirm that it’s you');
  await user.dblClick(within(row).getByRole('button', { name: 'Continue with Company to connect Laptop to Seoul' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://sso.example.com/authorize'));
  expect(sent).toEqual([['2', '5', { without_client: false }]]);
});

it('shows in the row that the provider cannot be reached, and that there is none', async () => {
  server.use(
    respond(listOwnConnections, [
      givenNetwork.ownConnection(external),
      givenNetwork.ownConnection({ ...external, location: 'Busan', device_id: 6, provider: null }),
    ]),
    refuse(startExternalAuthorization, 502, 'openid_provider_unreachable'),
  );
  const { user } = renderRoute('/connect', { me });
  const row = await screen.findByRole('listitem', { name: 'Laptop · Seoul' });
  const button = within(row).getByRole('button', { name: /^Continue with Company/ });
  await user.click(button);
  expect(await within(row).findByRole('alert')).toHaveTextContent('couldn’t reach the provider');
  expect(button).toBeEnabled();
  const without = screen.getByRole('listitem', { name: 'Laptop · Busan' });
  expect(without).toHaveTextContent('but none is turned on');
  expect(within(without).queryByRole('button')).toBeNull();
});

it('warns before a device with a client leads to the provider', async () => {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  const sent: unknown[] = [];
  server.use(
    respond(listOwnConnections, [givenNetwork.ownConnection({ ...external, uses_client: true })]),
    respond(startExternalAuthorization, ({ body }) => {
      sent.push(body);
      return { url: 'https://sso.example.com/authorize' };
    }),
  );
  const { user } = renderRoute('/connect', { me });
  const row = await screen.findByRole('listitem', { name: 'Laptop · Seoul' });
  expect(row).toHaveTextContent('Connects with a client');
  await user.click(within(row).getByRole('button', { name: /^Continue with Company/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Connect Laptop to Seoul' });
  await user.click(within(dialog).getByRole('button', { name: 'Continue without the client' }));
  await user.click(within(dialog).getByRole('button', { name: 'Continue with Company' }));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(sent).toEqual([{ without_client: true }]);
});

it('returns from the provider with the session and what to do next', async () => {
  const sent: unknown[] = [];
  const signedIn = { ...session, method: 'external' } as const;
  server.use(
    respond(listOwnConnections, [givenNetwork.ownConnection({ ...external, session: signedIn })]),
    respond(finishExternalAuthorization, ({ body }) => {
      sent.push(body);
      return { device_id: 5, location_id: 2, expires_at: until };
    }),
  );
  const { router } = renderRoute('/auth/callback?code=c1&state=connect.s1', { me });
  const notice = await screen.findByRole('status', { name: /^Laptop can connect to Seoul until/ });
  expect(notice).toHaveFocus();
  expect(sent).toEqual([{ code: 'c1', state: 'connect.s1' }]);
  expect(router.state.location.href).toBe('/connect');
  const row = screen.getByRole('listitem', { name: 'Laptop · Seoul' });
  expect(row).toHaveTextContent('Sign-in at an identity provider');
  expect(within(row).getByRole('button', { name: 'End session of Laptop at Seoul' })).toBeVisible();
});

it('says that another account signed in at the provider, or that it was canceled there, and leads back', async () => {
  server.use(refuse(finishExternalAuthorization, 403, 'connect_account_mismatch'));
  const { router } = renderRoute('/auth/callback?code=c1&state=connect.s1', { me });
  expect(await screen.findByRole('heading', { name: 'Couldn’t connect the device' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('an account that isn’t linked to yours here');
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/connect');
  await act(() => router.navigate({ href: '/auth/callback?error=access_denied&state=connect.s1' }));
  expect(await screen.findByText('The sign-in was canceled at the provider.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/connect');
});

it('leads users without a factor to its setup', async () => {
  server.use(respond(listOwnConnections, [givenNetwork.ownConnection()]));
  renderRoute('/connect', { me: given.user() });
  const link = await screen.findByRole('link', { name: 'Set up two-factor authentication' });
  expect(link).toHaveAttribute('href', '/me/security');
  expect(screen.queryByRole('button', { name: 'Authorize Laptop at Warsaw' })).not.toBeInTheDocument();
});

const opened = { device: 'Laptop', location: 'Warsaw', ip: '203.0.113.9', agent: 'gatewarden/1.0', expires_at: until };

it('shows what a client requests, and confirms it with a code', async () => {
  const sent: unknown[] = [];
  server.use(
    respond(openConnectRequest, opened),
    respond(listOwnConnections, []),
    respond(approveConnectRequest, ({ body }) => {
      sent.push(body);
      return {};
    }),
  );
  const { user, router } = renderRoute('/connect?request=abc', { me });
  const region = await screen.findByRole('region', { name: 'Connect Laptop to Warsaw?' });
  expect(region).toHaveTextContent('203.0.113.9');
  expect(region).toHaveTextContent('gatewarden/1.0');
  await user.type(await screen.findByRole('textbox'), '123456{Enter}');
  expect(await screen.findByText('Your device is connecting. You can close this page.')).toBeVisible();
  expect(sent).toEqual([{ request: 'abc', proof: { method: 'totp', code: '123456' } }]);
  // when the page is opened again, the request is over
  server.use(refuse(openConnectRequest, 404, 'connect_request_missing'));
  await act(() => router.navigate({ to: '/connect' }));
  expect(await screen.findByText('No devices need two-factor authentication')).toBeVisible();
  act(() => router.history.back());
  expect(await screen.findByText('Your device is connecting. You can close this page.')).toBeVisible();
});

it('rejects the request of a client', async () => {
  server.use(respond(openConnectRequest, opened), respond(refuseConnectRequest, {}));
  const { user } = renderRoute('/connect?request=abc', { me });
  await user.click(await screen.findByRole('button', { name: 'This wasn’t me' }));
  const outcome = await screen.findByRole('status');
  expect(outcome).toHaveTextContent('The request was rejected');
  expect(outcome).toHaveFocus();
  expect(within(outcome).getByRole('link', { name: 'Devices' })).toHaveAttribute('href', '/me');
});

it('says that a request is over', async () => {
  server.use(refuse(openConnectRequest, 404, 'connect_request_missing'));
  renderRoute('/connect?request=abc', { me });
  expect(await screen.findByText(/^This request has expired, was completed/)).toBeVisible();
});
