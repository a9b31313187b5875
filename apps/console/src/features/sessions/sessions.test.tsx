import { endSession, endSessions, listSessions, type Session } from '@gatewarden/contract/auth';
import { getUser } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const here: Session = {
  id: 1,
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ip: '198.51.100.7',
  created_at: '2026-11-20T10:00:00',
  last_used_at: '2026-11-21T10:00:00',
  is_current: true,
};
const curl: Session = { ...here, id: 2, device: 'curl/8.14.1', ip: null, is_current: false };

/** Serves these sessions and ends them on request. */
function givenSessions(...sessions: Session[]) {
  let left = sessions;
  server.use(
    respond(getUser, given.details(given.user({ username: 'una' }), [])),
    respond(listSessions, () => left),
    respond(endSession, ({ params }) => {
      left = left.filter(({ id }) => String(id) !== params.id);
      return null;
    }),
    respond(endSessions, () => {
      left = left.filter(({ is_current }) => is_current);
      return null;
    }),
  );
}

describe('sessions', () => {
  it('are shown with browser and address, and can be ended except for the current one', async () => {
    givenSessions(here, curl);
    const { user } = renderRoute('/me/security', { me: given.user() });
    const panel = within(await screen.findByRole('region', { name: 'Sessions' }));
    const own = within((await panel.findByText('Firefox, Linux')).closest('li') as HTMLElement);
    expect(own.getByText('This browser')).toBeVisible();
    expect(own.getByText('198.51.100.7')).toBeVisible();
    expect(own.queryByRole('button')).not.toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: 'Sign out of curl' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    expect(panel.queryByText('curl')).not.toBeInTheDocument();
    expect(panel.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument();
  });

  it('of another user can all be ended together', async () => {
    givenSessions({ ...here, is_current: false }, curl);
    const { user } = renderRoute('/users/una/sessions', { me: given.admin() });
    await user.click(await screen.findByRole('button', { name: 'Sign out all' }));
    const question = within(await screen.findByRole('dialog', { name: 'Sign out 2 sessions?' }));
    expect(screen.queryByText('2 sessions ended')).toBeNull();
    await user.click(question.getByRole('button', { name: 'Sign out all' }));
    expect(await screen.findByText('2 sessions ended')).toBeVisible();
    expect(await screen.findByText('This account is not signed in anywhere.')).toBeVisible();
  });

  it('other than the current one are ended only after confirmation', async () => {
    givenSessions(here, curl);
    const { user } = renderRoute('/me/security', { me: given.user() });
    const panel = within(await screen.findByRole('region', { name: 'Sessions' }));
    await user.click(await panel.findByRole('button', { name: 'Sign out all others' }));
    const question = within(await screen.findByRole('dialog', { name: 'Sign out 1 other session?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(panel.getByText('curl')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Sign out all others' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out all others' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    expect(panel.queryByText('curl')).not.toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    givenSessions(here);
    server.use(refuse(listSessions, 404, 'user_not_found'));
    const { user } = renderRoute('/users/una/sessions', { me: given.admin() });
    expect(await screen.findByText('Couldn’t load the sessions')).toBeVisible();
    givenSessions(here);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Firefox, Linux')).toBeVisible();
  });
});
