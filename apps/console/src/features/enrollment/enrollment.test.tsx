import {
  listInvitations,
  resetUserPassword,
  startDesktop,
  startEnrollment,
  withdrawInvitation,
} from '@gatewarden/contract/enrollment';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { addUser, getUser, listUsers, type UserInfo } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../test/respond.ts';
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
    expect(sent).toEqual([
      ['bob', { send_enrollment_notification: true, email: 'bob@example.com', default_language: 'en' }],
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('mails the link in the chosen language', async () => {
    const sent = recordTokens(startEnrollment);
    const { user, choose } = await openActions(withoutPassword);
    await choose('Start enrollment');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start the enrollment of Bob Stone' }));
    const language = await dialog.findByRole('combobox', { name: 'Language of the email' });
    expect(language).toHaveValue('Language of the account, otherwise English');
    await user.click(language);
    await user.click(await screen.findByRole('option', { name: '한국어' }));
    await user.click(dialog.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('The link was sent to bob@example.com')).toBeVisible();
    expect(sent).toEqual([['bob', { send_enrollment_notification: true, email: 'bob@example.com', language: 'ko' }]]);
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
    expect(sent).toEqual([['bob', { send_enrollment_notification: false, email: null, default_language: 'en' }]]);
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
        return {};
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
    expect(sent).toEqual([
      ['bob', { send_enrollment_notification: true, email: 'bob@example.com', default_language: 'en' }],
    ]);
  });

  it('suggests the enrollment while the server listens for clients', async () => {
    server.use(respond(listUsers, [me]));
    const essentials = given.essentials({ password_reset_url: 'https://enroll.example.com/password-reset' });
    renderRoute('/users?add=true', { me, essentials });
    expect(await screen.findByRole('switch', { name: /^The person chooses the password/ })).toBeChecked();
  });

  it('opens the page of the user if the enrollment is left for later', async () => {
    const { user, router } = await addBob();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/bob'));
  });
});

const invitation = {
  ...{ id: 5, user_id: 2, username: 'bob', first_name: 'Bob', last_name: 'Stone', email: 'b@home.example' },
  ...{ account_email: 'bob@x.io', issued_by: 'ada', issued_by_name: 'Ada Lovelace' },
  ...{ issued_at: '2030-01-31T12:00:00', expires_at: '2030-02-01T12:00:00', started_at: null },
};

describe('the page of invitations', () => {
  const shownOnly = {
    ...invitation,
    id: 6,
    user_id: 3,
    username: 'eve',
    first_name: 'Eve',
    last_name: '',
    email: null,
    account_email: 'eve@x.io',
  };

  async function openInvitations(invitations = [invitation, shownOnly]) {
    server.use(respond(listInvitations, invitations));
    const { user } = renderRoute('/enrollment', { me });
    const act = async (name: string, action: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions for the invitation of ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: action }));
    };
    return { user, act };
  }

  it('lists to whom and by whom they were sent', async () => {
    await openInvitations([{ ...invitation, started_at: '2030-01-31T13:00:00' } as never, shownOnly]);
    const table = within(await screen.findByRole('table', { name: 'Enrollment' }));
    const [, bob, eve] = table.getAllByRole('row');
    expect(bob).toHaveTextContent(/Bob Stone.*b@home.example.*Ada Lovelace/);
    expect(bob).not.toHaveTextContent('Not yet');
    expect(eve).toHaveTextContent(/Eve.*Shown only.*Not yet/);
    expect(screen.getByText('2 open invitations')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Invite people' })).toHaveAttribute('href', '/users?state=unenrolled');
  });

  it('sends another link to the same address', async () => {
    const sent = recordTokens(startEnrollment);
    const { user, act } = await openInvitations();
    await act('Bob Stone', 'Resend');
    server.use(respond(listInvitations, [{ ...invitation, id: 7 }, shownOnly]));
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('The link was sent to b@home.example')).toBeVisible();
    expect(sent).toEqual([
      ['bob', { send_enrollment_notification: true, email: 'b@home.example', default_language: 'en' }],
    ]);
    // with the row of the new link
    await waitFor(() => expect(screen.getByRole('button', { name: /invitation of Bob Stone$/ })).toHaveFocus());
  });

  it('offers another link if the invitation was only shown', async () => {
    const { act } = await openInvitations();
    await act('Eve', 'Create another link');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start the enrollment of Eve' }));
    const email = await dialog.findByLabelText('Email');
    expect(email).toHaveValue('eve@x.io');
    await waitFor(() => expect(email).toHaveFocus());
  });

  it('withdraws an invitation after a confirmation', async () => {
    const withdrawn: unknown[] = [];
    server.use(
      respond(withdrawInvitation, ({ params }) => {
        withdrawn.push(params.id);
        return {};
      }),
    );
    const { user, act } = await openInvitations();
    await act('Bob Stone', 'Withdraw');
    server.use(respond(listInvitations, [shownOnly]));
    await user.click(await screen.findByRole('button', { name: 'Withdraw invitation' }));
    expect(await screen.findByText('The invitation of Bob Stone was withdrawn')).toBeVisible();
    expect(await screen.findByText('1 open invitation')).toBeVisible();
    expect(withdrawn).toEqual(['5']);
  });

  it('says what it is for without invitations', async () => {
    await openInvitations([]);
    expect(await screen.findByText('No open invitations')).toBeVisible();
  });

  it('says what failed, and retries', async () => {
    server.use(failNetwork(listInvitations));
    const { user } = renderRoute('/enrollment', { me });
    expect(await screen.findByText('Couldn’t load the invitations')).toBeVisible();
    server.use(respond(listInvitations, []));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No open invitations')).toBeVisible();
  });
});

describe('inviting many users', () => {
  const ann = given.user({
    ...withoutPassword,
    id: 3,
    username: 'ann',
    first_name: 'Ann',
    last_name: '',
    email: 'ann@x.io',
  });
  const ben = given.user({
    ...withoutPassword,
    id: 4,
    username: 'ben',
    first_name: 'Ben',
    last_name: '',
    email: 'ben@x.io',
  });
  const bob = given.user(person);

  async function select(...names: string[]) {
    server.use(respond(listUsers, [me, ann, ben, bob]));
    const { user, queryClient } = renderRoute('/users', { me });
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    return { user, queryClient };
  }

  it('says who is invited until when, and leaves out people with an unused link unless they are included', async () => {
    const link = { ...invitation, user_id: ann.id, username: 'ann' };
    server.use(
      respond(listInvitations, [link, { ...link, id: 8, user_id: ben.id, started_at: '2030-01-31T13:00:00' }]),
    );
    const { user } = await select('Ann', 'Ben');
    const badge = await within(screen.getByRole('row', { name: /Ann/ })).findByText('Invited');
    expect(badge.parentElement).toHaveAttribute('title', expect.stringMatching(/^Invited until 02\/01\/2030, \d+:00/));
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite 1 person' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Leave out 1 person who already has an unused link' }));
    expect(await screen.findByRole('dialog', { name: 'Invite 2 people' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send 2 invitations' })).toBeEnabled();
  });

  it('says that all have an unused link already, and how to replace these', async () => {
    const link = { ...invitation, user_id: ann.id, username: 'ann' };
    server.use(respond(listInvitations, [link, { ...link, id: 8, user_id: ben.id, username: 'ben' }]));
    const { user } = await select('Ann', 'Ben');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'All 2 people already have an unused link' }));
    const option = 'Leave out 2 people who already have an unused link';
    expect(dialog.getByText(new RegExp(`replace them with new ones, uncheck “${option}”`))).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Send invitations' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: option }));
    expect(await screen.findByRole('dialog', { name: 'Invite 2 people' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send 2 invitations' })).toBeEnabled();
  });

  it('shows no failure of people who are left out', async () => {
    server.use(
      respond(listInvitations, [{ ...invitation, user_id: ann.id, username: 'ann' }]),
      failNetwork(startEnrollment),
    );
    const { user } = await select('Ann');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    const leaveOut = await screen.findByRole('checkbox', { name: /^Leave out 1 person/ });
    await user.click(leaveOut);
    await user.click(screen.getByRole('button', { name: 'Send 1 invitation' }));
    expect(await screen.findByRole('list', { name: 'Not invited' })).toBeVisible();
    expect(screen.getByText('0 of 1 sent')).toBeVisible();
    await user.click(leaveOut);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not invited' })).toBeNull());
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  it('counts people invited meanwhile who have a link since then', async () => {
    const sent: string[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { user, queryClient } = await select('Ann', 'Ben');
    server.use(
      http.post('*/user/:username/start_enrollment', async ({ params }) => {
        sent.push(String(params['username']));
        if (sent.length === 2) await finished;
        return HttpResponse.json(issued, { status: 201 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await user.click(await screen.findByRole('button', { name: 'Send 2 invitations' }));
    expect(await screen.findByText('1 of 2 sent')).toBeVisible();
    server.use(respond(listInvitations, [{ ...invitation, user_id: ann.id, username: 'ann' }]));
    // as after an event of the server
    await act(() => queryClient.invalidateQueries());
    expect(screen.getByText('1 of 2 sent')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /^Leave out/ })).toBeNull();
    finish();
    expect(await screen.findByText('2 people were invited')).toBeVisible();
  });

  it('creates a list of links without email', async () => {
    const sent: unknown[] = [];
    withoutMail();
    server.use(
      respond(startEnrollment, ({ body }) => {
        sent.push(body);
        return issued;
      }),
    );
    const { user } = await select('Ann', 'Ben');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await user.dblClick(await screen.findByRole('button', { name: 'Create 2 links' }));
    const dialog = within(await screen.findByRole('dialog', { name: '2 links' }));
    await user.click(dialog.getByText('Show the list'));
    const link = `${issued.enrollment_url}?token=${issued.enrollment_token}`;
    expect(dialog.getByText(/^first_name,last_name/)).toHaveTextContent(
      `first_name,last_name,username,email,link Ann,,ann,ann@x.io,${link} Ben,,ben,ben@x.io,${link}`,
    );
    expect(sent).toEqual([
      { send_enrollment_notification: false, email: null },
      { send_enrollment_notification: false, email: null },
    ]);
    await user.click(dialog.getByRole('checkbox', { name: 'I have saved the list' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is offered only for people without a password', async () => {
    await select('Bob Stone');
    expect(screen.getByRole('button', { name: 'Add to groups' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
  });

  it('mails each person, skips others, and shows who failed', async () => {
    const sent: (string | undefined)[][] = [];
    let works = false;
    const { user } = await select('Ann', 'Ben', 'Bob Stone');
    server.use(
      http.post('*/user/:username/start_enrollment', async ({ params, request }) => {
        const { email, language } = (await request.json()) as { email: string; language?: string };
        sent.push([email, language]);
        return params['username'] === 'ben' && !works
          ? HttpResponse.json({ msg: 'x', code: 'user_not_found' }, { status: 404 })
          : HttpResponse.json(issued, { status: 201 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite 2 people' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Send 2 invitations' })).toHaveFocus());
    expect(dialog.getByText('1 person already has a password and is skipped.')).toBeVisible();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Language of the email' }), 'Polski');
    await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
    const failed = within(await dialog.findByRole('list', { name: 'Not invited' }));
    expect(failed.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))).toEqual(['Ben']);
    expect(dialog.getByText('1 of 2 sent')).toBeVisible();
    works = true;
    await user.click(dialog.getByRole('button', { name: 'Try again for 1 person' }));
    expect(await screen.findByText('2 people were invited')).toBeVisible();
    expect(sent).toEqual([
      ['ann@x.io', 'pl'],
      ['ben@x.io', 'pl'],
      ['ben@x.io', 'pl'],
    ]);
  });

  it('is offered for all people whose account is not set up', async () => {
    server.use(
      respond(
        listUsers,
        [me, ann, ben, bob].map((each) => ({ ...each, enrolled: each.has_password })),
      ),
    );
    const essentials = given.essentials({ password_reset_url: 'https://enroll.example.com/password-reset' });
    const { user } = renderRoute('/users?state=unenrolled', { me, essentials });
    await user.click(await screen.findByRole('button', { name: 'Invite all listed people' }));
    expect(await screen.findByRole('dialog', { name: 'Invite 2 people' })).toBeVisible();
  });

  it('stops if no one can be invited', async () => {
    let calls = 0;
    const { user } = await select('Ann', 'Ben');
    server.use(
      http.post('*/user/:username/start_enrollment', () => {
        calls += 1;
        return HttpResponse.json({ msg: 'x', code: 'edge_disabled' }, { status: 409 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await user.click(await screen.findByRole('button', { name: 'Send 2 invitations' }));
    expect(await screen.findByText(/Set GATEWARDEN_EDGE_PORT/)).toBeVisible();
    expect(screen.getByText('Not sent yet')).toBeVisible();
    expect(calls).toBe(1);
  });
});
