import { listActivity } from '@gatewarden/contract/activity-log';
import { listGroupNames } from '@gatewarden/contract/groups';
import { listLocations } from '@gatewarden/contract/locations';
import { completeSetup, getSetup } from '@gatewarden/contract/setup';
import { getStats } from '@gatewarden/contract/traffic';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const setupStatus = respond(getSetup, ({ query }) => ({ required: true, token_valid: query.get('token') === 'right' }));

/** What the start page of an administrator and the form of a location request. */
const startPage = [
  respond(listGroupNames, { groups: ['admin'] }),
  respond(listActivity, givenActivity.page([])),
  respond(listLocations, []),
  respond(getStats, givenNetwork.stats()),
];

async function fillIn(user: ReturnType<typeof renderRoute>['user'], password = 'Secret-12') {
  await user.type(await screen.findByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText(/^Last name/), 'Lovelace');
  const username = screen.getByLabelText('Username');
  expect(username).toHaveValue('ada.lovelace');
  await user.clear(username);
  await user.type(username, 'ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), password);
}

describe('the setup link', () => {
  it('creates the first administrator and signs them in', async () => {
    const sent: unknown[] = [];
    server.use(
      setupStatus,
      ...startPage,
      respond(completeSetup, ({ body }) => {
        sent.push(body);
        return { user: given.admin({ username: body.username }), url: null };
      }),
    );
    const { user, router } = renderRoute('/setup?token=right');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Create administrator' }));
    expect(await screen.findByRole('heading', { name: 'Add a location' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/locations/new');
    const admin = { first_name: 'Ada', last_name: 'Lovelace', username: 'ada', email: 'ada@example.com' };
    expect(sent).toEqual([{ ...admin, password: 'Secret-12', token: 'right' }]);
  });

  it('marks the password rules that are met during typing', async () => {
    server.use(setupStatus);
    const { user } = renderRoute('/setup?token=right');
    await user.type(await screen.findByLabelText('Password'), 'abc1');
    const rules = within(screen.getByRole('list', { name: 'Password requirements' })).getAllByRole('listitem');
    expect(rules.map((rule) => rule.textContent)).toEqual([
      'At least 8 characters(not met)',
      'A lowercase letter(met)',
      'An uppercase letter(not met)',
      'A number(met)',
      'A symbol(not met)',
    ]);
  });

  it('shows an error of the server at its field', async () => {
    server.use(setupStatus, refuse(completeSetup, 400, 'username_invalid', { field: 'username' }));
    const { user } = renderRoute('/setup?token=right');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Create administrator' }));
    expect(await screen.findByText(/^Usernames start with a letter or digit/)).toBeVisible();
    expect(screen.getByLabelText('Username')).toBeInvalid();
    expect(screen.getByLabelText('Username')).toHaveFocus();
  });

  it('sends nothing while the password breaks the rules', async () => {
    server.use(setupStatus);
    const { user } = renderRoute('/setup?token=right');
    await fillIn(user, 'short');
    await user.click(screen.getByRole('button', { name: 'Create administrator' }));
    await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid());
  });

  it('marks each required field that is empty', async () => {
    server.use(setupStatus);
    const { user } = renderRoute('/setup?token=right');
    await user.click(await screen.findByRole('button', { name: 'Create administrator' }));
    for (const name of ['First name', 'Username']) {
      const field = screen.getByLabelText(name);
      await waitFor(() => expect(field).toBeInvalid());
      expect(field).toHaveAccessibleDescription(expect.stringContaining('Required'));
    }
  });

  it('is rejected when it is wrong or consumed', async () => {
    server.use(setupStatus);
    renderRoute('/setup?token=wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid setup link');
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
  });

  it('leads to sign-in once the instance is set up', async () => {
    server.use(respond(getSetup, { required: false, token_valid: false }));
    renderRoute('/setup?token=right');
    expect(await screen.findByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in');
  });

  it('can be retried when the server was unreachable', async () => {
    server.use(refuse(getSetup, 400, 'internal_error'));
    const { user } = renderRoute('/setup?token=right');
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(setupStatus);
    await user.click(again);
    expect(await screen.findByLabelText('Username')).toBeVisible();
  });
});

describe('an instance without an administrator', () => {
  it('shows where to find the setup link', async () => {
    server.use(setupStatus);
    const { router } = renderRoute('/users');
    expect(await screen.findByRole('heading', { name: 'Open the setup link' })).toBeVisible();
    expect(router.state.location.href).toBe('/setup');
  });
});
