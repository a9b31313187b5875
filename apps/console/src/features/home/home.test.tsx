import { listActivity } from '@gatewarden/contract/activity-log';
import {
  type AttentionItem,
  dismissAttention,
  dismissChecklist,
  getHome,
  type Home,
  restoreAttention,
} from '@gatewarden/contract/home';
import { listLocations } from '@gatewarden/contract/locations';
import { getStats, listLocationStats } from '@gatewarden/contract/traffic';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { showEverything, TestEventSource } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const down: AttentionItem = {
  key: 'gateway_down:gateway:a:1',
  kind: 'gateway_down',
  severity: 'danger',
  since: '2026-11-20T07:11:00',
  subject: { type: 'gateway', id: 'a', name: 'dub-gw' },
  details: { location_id: 7, location: 'Dublin', is_last: true },
  dismissed: false,
};
const noMail: AttentionItem = {
  ...{ key: 'mail_not_set_up::', kind: 'mail_not_set_up', severity: 'info', since: null, subject: null },
  ...{ details: {}, dismissed: false },
};

const steps = (...done: string[]): Home['checklist'] => ({
  steps: given.home().checklist.steps.map(({ step }) => ({ step, done: done.includes(step) })),
  dismissed: false,
});

/** The home page of an administrator of an instance with one location. */
function openHome(home: Home | (() => Home), essentials = given.essentials()) {
  server.use(
    respond(getHome, () => (typeof home === 'function' ? home() : home)),
    respond(
      listActivity,
      givenActivity.page([
        givenActivity.row({ event: 'user_login' }),
        givenActivity.row({ id: 2, event: 'preferences_modified' }),
      ]),
    ),
    respond(listLocations, [givenNetwork.location()]),
    respond(getStats, givenNetwork.stats({ current_active_users: 12 })),
    respond(listLocationStats, [
      givenNetwork.locationStats({
        current_active_users: 4,
        people: [{ username: 'emma', first_name: 'Emma', last_name: 'Walker' }],
      }),
    ]),
  );
  return renderRoute('/', { me: given.admin(), essentials });
}

describe('the home page', () => {
  it('is the first page of administrators, and says when nothing needs attention', async () => {
    const { router } = openHome(given.home());
    expect(await screen.findByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'All systems normal' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/home');
    expect(screen.queryByRole('heading', { name: 'Set up Gatewarden' })).not.toBeInTheDocument();
  });

  it('leads to a webhook that fails, and to the log streams', async () => {
    const webhook = { type: 'webhook', id: '3', name: 'Tickets' } as const;
    const stream = { type: 'activity_stream', id: '4', name: 'Vault' } as const;
    const shared = { severity: 'danger', since: '2026-11-20T07:11:00', dismissed: false } as const;
    openHome(
      given.home({
        attention: [
          { ...shared, key: 'a', kind: 'webhook_failing', subject: webhook, details: { stopped: true } },
          { ...shared, key: 'b', kind: 'activity_stream_failing', subject: stream, details: { stopped: false } },
        ],
      }),
    );
    expect(await screen.findByText('The webhook Tickets was turned off after failures')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View webhook' })).toHaveAttribute('href', '/webhooks/3');
    expect(screen.getByText('The activity log can’t be sent to Vault')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View log streams' })).toHaveAttribute('href', '/settings/streams');
  });

  it('lists conditions with their time, and leads to where they are resolved', async () => {
    openHome(given.home({ attention: [down, noMail] }));
    const row = (await screen.findByText('Dublin is offline because gateway dub-gw is down')).closest(
      'li',
    ) as HTMLElement;
    expect(within(row).getByRole('img', { name: 'Critical' })).toBeVisible();
    expect(row.querySelector('time')).toHaveAttribute('dateTime', '2026-11-20T07:11:00.000Z');
    expect(within(row).getByRole('link', { name: 'View gateway' })).toHaveAttribute('href', '/locations/7/gateways/a');
    expect(screen.getByRole('link', { name: 'Set up email' })).toHaveAttribute('href', '/settings/mail');
    expect(screen.getByText('2 things need attention')).toBeVisible();
  });

  it('names the directory of each synchronization that failed', async () => {
    const failed = (id: string, name: string): AttentionItem => ({
      ...{ key: `directory_sync_stopped:directory:${id}:1`, kind: 'directory_sync_stopped', severity: 'danger' },
      ...{ since: '2026-11-20T07:11:00', subject: { type: 'directory', id, name }, dismissed: false },
      details: { state: 'failed' },
    });
    openHome(given.home({ attention: [failed('openid-3', 'Okta'), failed('openid-4', 'Google')] }));
    expect(await screen.findByText('Synchronization with Okta failed')).toBeVisible();
    expect(screen.getByText('Synchronization with Google failed')).toBeVisible();
  });

  it('dismisses a condition, and offers to undo that', async () => {
    let dismissed = false;
    server.use(
      respond(dismissAttention, ({ params }) => {
        dismissed = params.key === down.key;
        return null;
      }),
      respond(restoreAttention, () => {
        dismissed = false;
        return null;
      }),
    );
    const { user } = openHome(() => given.home({ attention: [{ ...down, dismissed }] }));
    await user.click(await screen.findByRole('button', { name: /^Dismiss: Dublin is offline/ }));
    expect(await screen.findByRole('heading', { name: 'All systems normal' })).toBeVisible();
    expect(document.activeElement).not.toBe(document.body);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: /^Dismiss: Dublin is offline/ })).toBeVisible();
  });

  it('undoes a dismissal whose event arrives before the answer', async () => {
    let dismissed = false;
    const answered = Promise.withResolvers<void>();
    server.use(
      respond(dismissAttention, async () => {
        dismissed = true;
        act(() => TestEventSource.open.at(-1)?.send('stale', { stale: ['home'] }));
        await answered.promise;
        return null;
      }),
      respond(restoreAttention, () => {
        dismissed = false;
        return null;
      }),
    );
    const { user } = openHome(() => given.home({ attention: [{ ...down, dismissed }] }));
    await user.click(await screen.findByRole('button', { name: /^Dismiss: Dublin is offline/ }));
    expect(await screen.findByRole('heading', { name: 'All systems normal' })).toBeVisible();
    answered.resolve();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: /^Dismiss: Dublin is offline/ })).toBeVisible();
  });

  it('says why a dismissal could not be undone', async () => {
    let dismissed = false;
    server.use(
      respond(dismissAttention, () => {
        dismissed = true;
        return null;
      }),
      refuse(restoreAttention, 404, 'attention_not_found'),
    );
    const { user } = openHome(() => given.home({ attention: [{ ...down, dismissed }] }));
    await user.click(await screen.findByRole('button', { name: /^Dismiss: Dublin is offline/ }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/./);
  });

  it('shows dismissed conditions on demand', async () => {
    const { user } = openHome(given.home({ attention: [{ ...down, dismissed: true }] }));
    await user.click(await screen.findByRole('button', { name: 'Show 1 dismissed' }));
    expect(screen.getByRole('button', { name: /^Restore: Dublin is offline/ })).toBeVisible();
  });

  it('ignores conditions of a newer server', async () => {
    openHome(given.home());
    const future = { ...down, kind: 'from_the_future' };
    server.use(http.get('*/api/v1/home', () => HttpResponse.json({ ...given.home(), attention: [future, noMail] })));
    expect(await screen.findByText('1 thing needs attention')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Set up email' })).toBeVisible();
  });

  it('says that nothing changed while only sign-ins are recent', async () => {
    openHome({ ...given.home(), checklist: steps('location') });
    server.use(respond(listActivity, givenActivity.page([givenActivity.row({ event: 'user_login' })])));
    expect(await screen.findByText('No changes recently, only sign-ins')).toBeVisible();
  });

  it('shows who is connected, and recent changes', async () => {
    openHome(given.home());
    const people = await screen.findByRole('list', { name: 'Connected to Warsaw' });
    expect(within(people).getByRole('link', { name: 'Emma Walker' })).toHaveAttribute('href', '/users/emma');
    expect(screen.getByText('and 3 more')).toBeVisible();
    expect(await screen.findByText('people connected')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Changed their preferences' })).toHaveAttribute(
      'href',
      '/activity?entry=2',
    );
  });

  it('draws the chart when it is scrolled to', async () => {
    const stats = givenNetwork.stats({
      transfer_series: [{ collected_at: givenNetwork.minutesAgo(5), upload: 1, download: 2 }],
    });
    openHome(given.home());
    server.use(respond(getStats, stats));
    expect(await screen.findByRole('heading', { name: 'Traffic' })).toBeVisible();
    expect(await screen.findByText('people connected')).toBeVisible();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
    cleanup();
    showEverything();
    openHome(given.home());
    server.use(respond(getStats, stats));
    expect(await screen.findByRole('figure', { name: 'Traffic of all locations' })).toBeVisible();
  });

  it('shows nothing below its title until it is known whether the checklist stands above', async () => {
    const answer = Promise.withResolvers<void>();
    openHome(given.home());
    server.use(
      http.get('*/api/v1/home', async () => {
        await answer.promise;
        return HttpResponse.json(given.home({ checklist: steps('location') }));
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await waitFor(() => expect(within(screen.getByRole('main')).getByRole('status')).toHaveAttribute('aria-busy'));
    expect(screen.queryByRole('heading', { name: 'Needs attention' })).not.toBeInTheDocument();
    answer.resolve();
    expect(await screen.findByRole('heading', { name: 'Set up Gatewarden' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  });

  it('shows only what applies while the VPN module is off', async () => {
    openHome(given.home({ attention: [noMail] }), given.essentials({ wireguard_enabled: false }));
    expect(await screen.findByRole('link', { name: 'Set up email' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Connected now' })).not.toBeInTheDocument();
  });

  it('says why it cannot be shown, and retries', async () => {
    openHome(given.home());
    server.use(refuse(getHome, 429, 'rate_limited'));
    expect(await screen.findByText('Couldn’t load the home page')).toBeVisible();
    server.use(respond(getHome, given.home()));
    await userClick('Try again');
    expect(await screen.findByRole('heading', { name: 'All systems normal' })).toBeVisible();
  });
});

async function userClick(name: string): Promise<void> {
  await act(async () => screen.getByRole('button', { name }).click());
}

describe('the setup checklist', () => {
  it('leads through the steps, and follows them live', async () => {
    let checklist = steps('location');
    const noGateway: AttentionItem = {
      ...noMail,
      kind: 'location_without_gateway',
      subject: { type: 'location', id: '7', name: 'Warsaw' },
    };
    openHome(() => given.home({ attention: [noGateway, noMail], checklist }));
    const panel = (await screen.findByRole('heading', { name: 'Set up Gatewarden' })).closest('section') as HTMLElement;
    expect(await within(panel).findByText('1 of 6 done')).toBeVisible();
    expect(within(panel).getByRole('link', { name: 'Set up gateway' })).toHaveAttribute(
      'href',
      '/locations/7/gateways',
    );
    expect(screen.getByRole('link', { name: 'Set up 1/6' })).toHaveAttribute('href', '/home#setup');
    // the checklist says so already
    expect(screen.getByRole('heading', { name: 'All systems normal' })).toBeVisible();
    checklist = steps('location', 'gateway');
    act(() => TestEventSource.open.at(-1)?.send('stale', { stale: ['home'] }));
    expect(await within(panel).findByText('2 of 6 done')).toBeVisible();
    expect(within(panel).queryByRole('link', { name: 'Set up gateway' })).not.toBeInTheDocument();
    checklist = steps('location', 'gateway', 'device', 'people', 'two_factor', 'mail');
    act(() => TestEventSource.open.at(-1)?.send('stale', { stale: ['home'] }));
    await waitFor(() => expect(panel).not.toBeInTheDocument(), { timeout: 5_000 });
    expect(screen.queryByRole('link', { name: /^Set up \d/ })).not.toBeInTheDocument();
  });

  it('can be dismissed', async () => {
    let checklist = steps();
    server.use(
      respond(dismissChecklist, () => {
        checklist = { ...checklist, dismissed: true };
        return null;
      }),
    );
    const { user } = openHome(() => given.home({ checklist }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Set up Gatewarden' })).not.toBeInTheDocument());
    expect(screen.queryByRole('link', { name: /^Set up \d/ })).not.toBeInTheDocument();
  });
});
