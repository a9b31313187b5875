import {
  approveConnectRequest,
  authorizeDevice,
  listOwnConnections,
  openConnectRequest,
  refuseConnectRequest,
} from '@gatewarden/contract/browser-connect';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
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

it('says at a location with a provider that a client is needed, unless the device has one', async () => {
  const external = { location_id: 2, mfa_mode: 'external' } as const;
  const signedIn = { ...session, method: 'external' } as const;
  server.use(
    respond(listOwnConnections, [
      givenNetwork.ownConnection({ ...external, location: 'Seoul' }),
      givenNetwork.ownConnection({ ...external, location: 'Busan', device_id: 6, uses_client: true }),
      givenNetwork.ownConnection({ ...external, location: 'Daegu', device_id: 7, session: signedIn }),
    ]),
  );
  renderRoute('/connect', { me });
  const plain = await screen.findByRole('listitem', { name: 'Laptop · Seoul' });
  expect(plain).toHaveTextContent('The plain WireGuard app can’t connect here');
  expect(within(plain).getByRole('link', { name: 'Your devices' })).toHaveAttribute('href', '/me');
  const client = screen.getByRole('listitem', { name: 'Laptop · Busan' });
  expect(client).toHaveTextContent('Connects with a client');
  for (const row of [plain, client]) expect(within(row).queryByRole('button')).toBeNull();
  const connected = screen.getByRole('listitem', { name: 'Laptop · Daegu' });
  expect(connected).toHaveTextContent('Sign-in at an identity provider');
  expect(within(connected).getByRole('button', { name: 'End session of Laptop at Daegu' })).toBeVisible();
});

it('leads users without a factor to its setup', async () => {
  server.use(respond(listOwnConnections, [givenNetwork.ownConnection()]));
  const { user } = renderRoute('/connect', { me: given.user() });
  await user.click(await screen.findByRole('button', { name: 'Authorize Laptop at Warsaw' }));
  const link = await screen.findByRole('link', { name: 'Set up two-factor authentication' });
  expect(link).toHaveAttribute('href', '/me/security');
  await waitFor(() => expect(link).toHaveFocus());
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
