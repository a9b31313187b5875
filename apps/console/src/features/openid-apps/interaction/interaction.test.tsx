import { signIn } from '@gatewarden/contract/auth';
import { decideInteraction, getInteraction } from '@gatewarden/contract/openid-interactions';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { given } from '../../../../test/given.ts';
import { givenApps } from '../../../../test/given-apps.ts';
import { renderRoute } from '../../../../test/render-route.tsx';
import { refuse, respond } from '../../../../test/respond.ts';
import { server } from '../../../../test/server.ts';

const me = given.user();
const uid = 'abcdefghijklmnop';
const path = `/consent/${uid}`;
const continuation = `/api/v1/oauth/interaction/${uid}`;

afterEach(() => window.location.assign('#'));

/** Records the decisions, and sends the browser to a place on the page that says which. */
function recordDecisions(): boolean[] {
  const sent: boolean[] = [];
  server.use(
    respond(decideInteraction, ({ body }) => {
      sent.push(body.accept);
      return { location: body.accept ? '#accepted' : '#declined' };
    }),
  );
  return sent;
}

describe('consent', () => {
  it('says what the application receives, with the values of the user and what is new', async () => {
    server.use(respond(getInteraction, givenApps.interaction()));
    const sent = recordDecisions();
    const { user } = renderRoute(path, { me });
    expect(await screen.findByRole('heading', { name: 'Grafana wants to use your account' })).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    const item = screen.getByText('See your email address').closest('li') as HTMLElement;
    expect(within(item).getByText('ada@example.com')).toBeVisible();
    expect(within(item).getByText('New')).toBeVisible();
    expect(screen.getByText('grafana.example.com')).toBeVisible();
    expect(screen.getByText('Signed in as ada')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(window.location.hash).toBe('#accepted'));
    expect(sent).toEqual([true]);
  });

  it('marks nothing as new the first time, and can be declined', async () => {
    const scopes = givenApps.interaction().scopes.map((scope) => ({ ...scope, is_new: true }));
    server.use(respond(getInteraction, givenApps.interaction({ scopes })));
    const sent = recordDecisions();
    const { user } = renderRoute(path, { me });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('New')).toBeNull();
    await waitFor(() => expect(window.location.hash).toBe('#declined'));
    expect(sent).toEqual([false]);
  });

  it('shows the step that comes next if another tab has continued', async () => {
    let step: 'consent' | 'no_access' = 'consent';
    server.use(
      respond(getInteraction, () => givenApps.interaction({ step })),
      refuse(decideInteraction, 409, 'openid_interaction_changed'),
    );
    const { user } = renderRoute(path, { me });
    const allow = await screen.findByRole('button', { name: 'Allow' });
    step = 'no_access';
    await user.click(allow);
    expect(await screen.findByText(/^Only members of certain groups/)).toBeVisible();
  });
});

it('says after a decision that the sign-in has ended in the meantime', async () => {
  server.use(
    respond(getInteraction, givenApps.interaction()),
    refuse(decideInteraction, 410, 'openid_interaction_expired'),
  );
  const { user } = renderRoute(path, { me });
  const allow = await screen.findByRole('button', { name: 'Allow' });
  server.use(refuse(getInteraction, 410, 'openid_interaction_expired'));
  await user.click(allow);
  expect(await screen.findByRole('heading', { name: 'This sign-in has ended' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

it('a session that has ended leads to sign-in and back', async () => {
  let step: 'consent' | 'sign_in' = 'consent';
  server.use(
    respond(getInteraction, () => givenApps.interaction({ step })),
    refuse(decideInteraction, 401, 'unauthenticated'),
  );
  const { user, router } = renderRoute(path, { me });
  const allow = await screen.findByRole('button', { name: 'Allow' });
  step = 'sign_in';
  await user.click(allow);
  expect(await screen.findByLabelText('Username or email')).toBeVisible();
  expect(router.state.location.search).toEqual({ r: window.location.origin + continuation });
});

describe('the other steps', () => {
  it('confirm the identity on the page', async () => {
    server.use(respond(getInteraction, givenApps.interaction({ step: 'confirm_identity', scopes: [] })));
    renderRoute(path, { me });
    expect(await screen.findByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });

  it('lead to the setup of a second factor, and on', async () => {
    server.use(respond(getInteraction, givenApps.interaction({ step: 'second_factor', scopes: [] })));
    renderRoute(path, { me });
    expect(await screen.findByRole('link', { name: 'Set up 2FA' })).toHaveAttribute('href', '/me/security');
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', continuation);
  });

  it('return to the application without access', async () => {
    server.use(respond(getInteraction, givenApps.interaction({ step: 'no_access', scopes: [] })));
    recordDecisions();
    const { user } = renderRoute(path, { me });
    await user.click(await screen.findByRole('button', { name: 'Return to Grafana' }));
    await waitFor(() => expect(window.location.hash).toBe('#declined'));
  });

  it('explain that the sign-in has ended', async () => {
    server.use(refuse(getInteraction, 410, 'openid_interaction_expired'));
    renderRoute(path, { me });
    expect(await screen.findByRole('heading', { name: 'This sign-in has ended' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  });

  it('start with sign-in, which names the application and continues there', async () => {
    server.use(respond(getInteraction, givenApps.interaction({ step: 'sign_in', username: null, scopes: [] })));
    const { router } = renderRoute(path);
    expect(await screen.findByLabelText('Username or email')).toBeVisible();
    expect(await screen.findByText('Grafana')).toBeVisible();
    expect(router.state.location.search).toEqual({ r: window.location.origin + continuation });
  });
});

it('sign-in works without the application, and asks nothing about other addresses', async () => {
  server.use(refuse(getInteraction, 410, 'openid_interaction_expired'), refuse(signIn, 401, 'wrong_credentials'));
  const r = encodeURIComponent(window.location.origin + continuation);
  const { user, unmount } = renderRoute(`/sign-in?r=${r}`);
  expect(await screen.findByText('Sign in to your account.')).toBeVisible();
  await user.type(screen.getByLabelText('Username or email'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Incorrect username or password.')).toBeVisible();
  unmount();
  // a request would fail the test
  server.resetHandlers();
  renderRoute(`/sign-in?r=${encodeURIComponent(`https://other.example${continuation}`)}`);
  expect(await screen.findByText('Sign in to your account.')).toBeVisible();
});
