import { resetUserPassword, startDesktop, startEnrollment } from '@gatewarden/contract/enrollment';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { addUser, getUser, listUsers, type UserInfo } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const person = { id: 2, username: 'bob', first_name: 'Bob', last_name: 'Stone', email: 'bob@example.com' };
const withoutPassword = { has_password: false, enrolled: false };
const issued = { enrollment_token: 'T0ken', enrollment_url: 'https://enroll.example.com/' };

/** Opens the page of a user with the menu of their actions. */
async function openActions(changes: Partial<UserInfo> = {}) {
  server.use(respond(getUser, given.details(given.user({ ...person, ...changes }))));
  const { user } = renderRoute('/users/bob', { me });
  await user.click(await screen.findByRole('button', { name: 'Actions for Bob Stone' }));
  const menu = within(await screen.findByRole('menu'));
  const names = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
  const choose = (name: string) => user.click(menu.getByRole('menuitem', { name }));
  return { user, names, choose };
}

/** Requests of an endpoint, which issues a token. */
function recordTokens(endpoint: typeof startEnrollment | typeof startDesktop) {
  const sent: unknown[] = [];
  server.use(
    respond(endpoint, ({ params, body }) => {
      sent.push([params.username, body]);
      return issued;
    }),
  );
  return sent;
}

function withoutMail() {
  const restrictions = { admin_device_management: false, disable_all_traffic: false, only_client_activation: false };
  server.use(respond(getEnterpriseSettings, { ...restrictions, devices_per_user: 0, mail_configured: false }));
}

describe('the actions of a user', () => {
  const [enroll, activate, reset] = ['Start enrollment', 'Activate a client', 'Send password reset'];

  it.each([
    ['a user without a password', withoutPassword, [enroll, activate]],
    ['a user with a password', {}, [activate, reset]],
    ['a user whose password is in LDAP', { ...withoutPassword, managed_by: 'ldap' }, [activate]],
    ['a disabled user', { ...withoutPassword, is_active: false }, []],
    ['oneself', { id: me.id }, [activate]],
  ] as const)('offer of %s only what is possible', async (_, changes, expected) => {
    const { names } = await openActions(changes);
    expect([enroll, activate, reset].filter((name) => names.includes(name as string))).toEqual(expected);
  });

  it('offer no password reset without a mail server, and say why', async () => {
    withoutMail();
    await openActions();
    const item = await screen.findByRole('menuitem', { name: /^Send password reset/ });
    await waitFor(() => expect(item).toHaveTextContent('No mail server is set up'));
    expect(item).toHaveAttribute('data-disabled');
  });
});

describe('the dialog that issues a token', () => {
  it('mails an enrollment link to the address of the user', async () => {
    const sent = recordTokens(startEnrollment);
    const { user, choose } = await openActions(withoutPassword);
    await choose('Start enrollment');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start the enrollment of Bob Stone' }));
    expect(await dialog.findByLabelText('Email')).toHaveValue('bob@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('The link was sent to bob@example.com')).toBeVisible();
    expect(sent).toEqual([['bob', { send_enrollment_notification: true, email: 'bob@example.com' }]]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('requires a valid address for a mail only', async () => {
    const sent = recordTokens(startEnrollment);
    const { user, choose } = await openActions(withoutPassword);
    await choose('Start enrollment');
    await user.clear(await screen.findByLabelText('Email'));
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByLabelText('Email')).toBeInvalid();
    await user.click(screen.getByRole('radio', { name: 'Show it here' }));
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('region', { name: 'Enrollment link' })).toBeVisible();
    expect(sent).toEqual([['bob', { send_enrollment_notification: false, email: null }]]);
  });

  it('shows link, token and QR code once, until they are copied', async () => {
    recordTokens(startDesktop);
    const { user, choose } = await openActions();
    await choose('Activate a client');
    await user.click(await screen.findByRole('radio', { name: 'Show it here' }));
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate a client for Bob Stone' }));
    expect(dialog.getByText('https://enroll.example.com/client?token=T0ken')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy Token', hidden: true })).toBeInTheDocument();
    expect(dialog.getByRole('img', { name: 'QR code for the VPN client', hidden: true })).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'I have copied it' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('only shows the link without a mail server', async () => {
    withoutMail();
    const { choose } = await openActions();
    await choose('Activate a client');
    expect(await screen.findByText(/^No mail server is set up/)).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create link' })).toBeEnabled();
  });

  it('says what to configure if the server does not listen for clients', async () => {
    server.use(refuse(startDesktop, 409, 'edge_disabled'));
    const { user, choose } = await openActions();
    await choose('Activate a client');
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/Set GATEWARDEN_EDGE_PORT on the server/)).toBeVisible();
  });

  it('asks for a proof of identity, and continues', async () => {
    let isProven = false;
    server.use(
      respond(proveWithPassword, () => {
        isProven = true;
        server.use(respond(startEnrollment, issued));
        return null;
      }),
      refuse(startEnrollment, 403, 'proof_required'),
    );
    const { user, choose } = await openActions(withoutPassword);
    await choose('Start enrollment');
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    await user.type(await screen.findByLabelText('Password'), 'Secret-1{Enter}');
    expect(await screen.findByText('The link was sent to bob@example.com')).toBeVisible();
    expect(isProven).toBe(true);
  });
});

it('mails a link to reset the password after a confirmation', async () => {
  const sent: unknown[] = [];
  server.use(
    respond(resetUserPassword, ({ params }) => {
      sent.push(params.username);
      return null;
    }),
  );
  const { user, choose } = await openActions();
  await choose('Send password reset');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Bob Stone a link to reset the password?' }));
  expect(dialog.getByText(/sent to bob@example.com/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText('A link was sent to bob@example.com')).toBeVisible();
  expect(sent).toEqual(['bob']);
});

describe('the form for a new user', () => {
  /** Fills in the form for Bob, who chooses the password. */
  async function addBob() {
    const added: unknown[] = [];
    const bob = given.user({ ...person, ...withoutPassword });
    server.use(
      respond(listUsers, [me]),
      respond(getUser, given.details(bob)),
      respond(addUser, ({ body }) => {
        added.push(body);
        return bob;
      }),
    );
    const { user, router } = renderRoute('/users?add=true', { me });
    await user.type(await screen.findByLabelText('First name'), 'Bob');
    await user.type(screen.getByLabelText('Email'), 'bob@example.com');
    await user.type(screen.getByLabelText('Password (optional)'), 'short');
    await user.click(screen.getByRole('switch', { name: /^The person chooses the password/ }));
    expect(screen.queryByLabelText('Password (optional)')).not.toBeInTheDocument();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add user' }));
    await screen.findByRole('dialog', { name: 'Start the enrollment of Bob Stone' });
    expect(added).toEqual([{ first_name: 'Bob', last_name: '', username: 'bob', email: 'bob@example.com' }]);
    return { user, router };
  }

  it('starts the enrollment of a person who chooses the password', async () => {
    const sent = recordTokens(startEnrollment);
    const { user, router } = await addBob();
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/bob'));
    expect(sent).toEqual([['bob', { send_enrollment_notification: true, email: 'bob@example.com' }]]);
  });

  it('opens the page of the user if the enrollment is left for later', async () => {
    const { user, router } = await addBob();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/bob'));
  });
});
