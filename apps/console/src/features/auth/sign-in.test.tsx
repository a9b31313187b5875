import { getMe, signIn, signOut } from '@gatewarden/contract/auth';
import { sendEmailCode, signInWithEmail, signInWithRecoveryCode, signInWithTotp } from '@gatewarden/contract/mfa';
import { startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { getSetup } from '@gatewarden/contract/setup';
import { getUser } from '@gatewarden/contract/users';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond, respondWithAlternative } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { ApiError } from '../../lib/api-error.ts';

const needsTotp = {
  mfa_method: 'OneTimePassword',
  totp_available: true,
  webauthn_available: false,
  email_available: false,
} as const;

async function submit(user: ReturnType<typeof renderRoute>['user'], username: string, password: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Username or email' }), username);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  it('opens the requested page', async () => {
    server.use(respond(signIn, ({ body }) => ({ user: given.admin({ username: body.username }), url: null })));
    server.use(respond(getSetup, { required: false, token_valid: false }));
    const { user, router } = renderRoute('/settings?tab=x');
    await submit(user, ' ada ', 'Secret-1');
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    expect(router.state.location.href).toBe('/settings?tab=x');
  });

  it('shows one message for a wrong name or password, and retains the name', async () => {
    server.use(refuse(signIn, 401, 'wrong_credentials'));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'nope');
    expect(await screen.findByText('Incorrect username or password.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Username or email' })).toHaveValue('ada');
  });

  it('shows how long sign-in is locked after too many failures, for that name only', async () => {
    server.use(refuse(signIn, 429, 'login_locked', { details: { retry_after_seconds: 290 } }));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'nope');
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 5 minutes.');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Username or email' }), 'm');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it('shows that sign-in is locked when the response has no time', async () => {
    server.use(refuse(signIn, 429, 'login_locked'));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'nope');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many failed sign-in attempts.');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await user.type(screen.getByRole('textbox', { name: 'Username or email' }), 'm');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('unlocks the form when the lock expires', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    server.use(refuse(signIn, 429, 'login_locked', { details: { retry_after_seconds: 290 } }));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'nope');
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 5 minutes.');
    act(() => void vi.advanceTimersByTime(200_000));
    expect(screen.getByRole('alert')).toHaveTextContent('Try again in 2 minutes.');
    act(() => void vi.advanceTimersByTime(91_000));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reports an unreachable server', async () => {
    server.use(failNetwork(signIn));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'Secret-1');
    expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach the server');
  });

  it('sends nothing until both fields are filled in', async () => {
    const { user } = renderRoute('/sign-in');
    await user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'ada');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Required')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('asks for a code of the authenticator app after the password', async () => {
    server.use(respondWithAlternative(signIn, needsTotp));
    const { user, router } = renderRoute('/sign-in?return_to=/me');
    await submit(user, 'ada', 'Secret-1');
    const code = await screen.findByRole('textbox', { name: 'Code' });
    expect(code).toHaveFocus();
    // not sent: five incorrect codes lock the account
    await user.type(code, '12 345');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Enter the 6-digit code.')).toBeVisible();
    await user.clear(code);
    server.use(refuse(signInWithTotp, 401, 'code_wrong', { field: 'code' }));
    await user.type(code, '000000');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/^That code is incorrect/)).toBeVisible();
    const me = given.user();
    server.use(respond(signInWithTotp, { user: me, url: null }), respond(getUser, given.details(me, [])));
    await user.clear(code);
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('navigation', { name: 'My profile' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/me');
  });

  it('accepts a recovery code instead', async () => {
    const sent: unknown[] = [];
    const me = given.user();
    server.use(respondWithAlternative(signIn, needsTotp), respond(getUser, given.details(me, [])));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'Secret-1');
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    const code = screen.getByRole('textbox', { name: 'Recovery code' });
    server.use(refuse(signInWithRecoveryCode, 401, 'code_wrong', { field: 'code' }));
    await user.type(code, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/Try another one\.$/)).toBeVisible();
    server.use(
      respond(signInWithRecoveryCode, ({ body }) => {
        sent.push(body);
        return { user: me, url: null };
      }),
    );
    await user.clear(code);
    await user.type(code, 'abcdEFGH12345678');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('navigation', { name: 'My profile' })).toBeVisible();
    expect(sent).toEqual([{ code: 'abcdEFGH12345678' }]);
  });

  it('requests a code by email if that is the default, and counts down to the next', async () => {
    const me = given.user();
    const languages: (string | null)[] = [];
    server.events.on('request:start', ({ request }) => void languages.push(request.headers.get('accept-language')));
    server.use(
      respondWithAlternative(signIn, { ...needsTotp, mfa_method: 'Email', email_available: true }),
      refuse(sendEmailCode, 429, 'mail_code_too_soon', { details: { retry_after_seconds: 90 } }),
      respond(signInWithEmail, { user: me, url: null }),
      respond(getUser, given.details(me, [])),
    );
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'Secret-1');
    expect(await screen.findByText(/^We already sent a code/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Send another code in 1:(30|29)$/ })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('navigation', { name: 'My profile' })).toBeVisible();
    expect(languages).toContain('en');
  });

  it('offers the other methods when no email can be sent', async () => {
    server.use(
      respondWithAlternative(signIn, { ...needsTotp, mfa_method: 'Email', email_available: true }),
      refuse(sendEmailCode, 503, 'mail_delayed'),
    );
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'Secret-1');
    expect(await screen.findByRole('alert')).toHaveTextContent('isn’t accepting email right now');
    expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    expect(screen.getByText('The 6-digit code from your authenticator app.')).toBeVisible();
  });

  it('reports a browser without security keys, and offers the other methods', async () => {
    server.use(respondWithAlternative(signIn, { ...needsTotp, mfa_method: 'Webauthn', webauthn_available: true }));
    const options = { challenge: 'AAAA', timeout: 1, rpId: 'localhost', userVerification: 'required' } as const;
    server.use(respond(startSecurityKeySignIn, { publicKey: { ...options, allowCredentials: [] } }));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'Secret-1');
    const use = await screen.findByRole('button', { name: 'Use security key or passkey' });
    expect(use).toHaveFocus();
    await user.click(use);
    expect(await screen.findByRole('alert')).toHaveTextContent('can’t use security keys on this page');
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveFocus();
  });

  it('starts over when the second step has expired', async () => {
    server.use(respondWithAlternative(signIn, needsTotp), refuse(signInWithTotp, 401, 'unauthenticated'));
    const { user } = renderRoute('/sign-in');
    await submit(user, 'ada', 'Secret-1');
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The sign-in attempt expired. Sign in again.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('switches to the chosen language', async () => {
    const { user } = renderRoute('/sign-in');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'pl');
    expect(await screen.findByRole('button', { name: 'Zaloguj się' })).toBeVisible();
    expect(document.documentElement.lang).toBe('pl');
  });

  it('shows name and logo of the instance', async () => {
    renderRoute('/sign-in', {
      essentials: given.essentials({ instance_name: 'Acme VPN', main_logo_url: '/acme.png' }),
    });
    await screen.findByRole('heading', { name: 'Sign in', level: 1 });
    expect(screen.getByRole('img', { name: 'Acme VPN' })).toHaveAttribute('src', '/acme.png');
    expect(document.title).toBe('Sign in · Acme VPN');
  });
});

describe('a session', () => {
  it('that ends while the console is open leads to sign-in with a return path', async () => {
    const { router, queryClient } = renderRoute('/settings?tab=x', { me: given.admin() });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    server.use(refuse(getMe, 401, 'unauthenticated'));
    await queryClient.invalidateQueries({ queryKey: ['me'] });
    expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    expect(router.state.location.search).toEqual({ return_to: '/settings?tab=x' });
    expect(queryClient.getQueryData(['me'])).toBeUndefined();
  });

  it.each(['12', 'true', 'ada'])('returns to a search for %s in the same form', async (text) => {
    server.use(respond(getSetup, { required: false, token_valid: false }));
    const { router } = renderRoute(`/users?q=${text}`);
    expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    expect(router.state.location.search).toEqual({ return_to: `/users?q=${text}` });
  });

  it('returns to the open page when a second response reports the end while sign-in opens', async () => {
    const { router, queryClient } = renderRoute('/settings?tab=x', { me: given.admin() });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    server.use(refuse(getMe, 401, 'unauthenticated'));
    const ended = new ApiError({ status: 401, code: 'unauthenticated' });
    const late = { queryKey: ['late'], queryFn: () => Promise.reject(ended) };
    const unsubscribe = router.subscribe('onBeforeLoad', () => {
      unsubscribe();
      void queryClient.prefetchQuery(late);
    });
    await queryClient.invalidateQueries({ queryKey: ['me'] });
    expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    expect(router.state.location.search).toEqual({ return_to: '/settings?tab=x' });
  });

  it('ends on sign-out, and its data is removed', async () => {
    server.use(respond(signOut, null));
    const { user, router, queryClient } = renderRoute('/settings', { me: given.admin() });
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    expect(router.state.location.href).toBe('/sign-in');
    expect(queryClient.getQueryData(['me'])).toBeUndefined();
  });
});

it('links to the page for another password only while the server listens for clients', async () => {
  const password_reset_url = 'https://enroll.example.com/password-reset';
  const { unmount } = renderRoute('/sign-in', { essentials: given.essentials({ password_reset_url }) });
  const link = await screen.findByRole('link', { name: 'Forgot your password?' });
  expect(link).toHaveAttribute('href', password_reset_url);
  unmount();
  renderRoute('/sign-in');
  expect(await screen.findByLabelText('Username or email')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
});
