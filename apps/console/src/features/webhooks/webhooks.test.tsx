import {
  addWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  replayWebhook,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@gatewarden/contract/webhooks';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenDelivery } from '../../../test/given-delivery.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const tickets = givenDelivery.webhook();
const failing = givenDelivery.webhook({
  ...{ id: 2, description: 'Chat', url: 'https://chat.example.com/', state: givenDelivery.failing() },
});
const stopped = givenDelivery.webhook({
  ...{ id: 3, description: 'Billing', url: 'https://billing.example.com/', enabled: false },
  state: givenDelivery.failing({ stopped: 'failing', next_attempt_at: null }),
});

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  // the columns of a wide window
  setWindowWidth(1440);
});

function givenListed(...webhooks: Webhook[]) {
  server.use(
    respond(listWebhooks, () => webhooks),
    respond(getWebhook, ({ params }) => webhooks.find(({ id }) => id === Number(params.id)) ?? tickets),
    respond(listWebhookDeliveries, { data: [], next: null }),
  );
}

const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);

describe('the list of webhooks', () => {
  it('shows receiver, events and state, and what the address filters', async () => {
    givenListed(tickets, failing, stopped);
    const { user, router } = renderRoute('/webhooks', { me });
    const row = await rowOf('Tickets');
    for (const text of ['https://tickets.example.com/hooks', 'User created (user data)', '+1', 'On']) {
      expect(row.getByText(text)).toBeVisible();
    }
    expect((await rowOf('Chat')).getByText(/^Failing since/)).toBeVisible();
    expect((await rowOf('Billing')).getByText('Turned off after failures')).toBeVisible();
    expect(screen.getByText('3 webhooks, 2 not delivering')).toBeVisible();
    const [filter] = screen.getAllByRole('button', { name: 'State' }).filter((button) => button.closest('search'));
    await user.click(filter as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Failing' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Tickets' })).toBeNull());
    expect(router.state.location.search).toEqual({ state: 'failing' });
  });

  it('offers the first step when it is empty, and can be loaded again after a failure', async () => {
    server.use(refuse(listWebhooks, 503, 'database_unavailable'));
    const { user } = renderRoute('/webhooks', { me });
    expect(await screen.findByText('Couldn’t load the webhooks')).toBeVisible();
    givenListed();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
    expect(screen.getByText(/^A webhook tells another system/)).toBeVisible();
    expect(screen.queryByText('0 webhooks')).toBeNull();
    expect(screen.getByRole('link', { name: 'Add webhook' })).toHaveAttribute('href', '/webhooks/new');
  });

  it('turns a webhook off and on without a question', async () => {
    const sent: unknown[] = [];
    givenListed(tickets);
    server.use(
      respond(setWebhookState, ({ body }) => {
        sent.push(body.enabled);
        givenListed({ ...tickets, enabled: body.enabled });
        return {};
      }),
    );
    const { user } = renderRoute('/webhooks', { me });
    for (const action of ['Turn off', 'Turn on']) {
      await user.click(await screen.findByRole('button', { name: 'Actions for Tickets' }));
      await user.click(await screen.findByRole('menuitem', { name: action }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      await (await rowOf('Tickets')).findByText(action === 'Turn off' ? 'Off' : 'On');
    }
    expect(sent).toEqual([false, true]);
  });

  it('has the whole name of a webhook as tooltip', async () => {
    const description = '한'.repeat(254);
    givenListed({ ...tickets, description });
    renderRoute('/webhooks', { me });
    expect(await screen.findByRole('link', { name: description })).toHaveAttribute('title', description);
  });
});

describe('a new webhook', () => {
  it('gets a generated token and chosen events, and its page shows the signing secret once', async () => {
    const sent: unknown[] = [];
    givenListed(tickets);
    server.use(
      respond(addWebhook, ({ body }) => {
        sent.push(body);
        return { id: 1, signing_secret: 'whsec_abc' };
      }),
    );
    const { user, router } = renderRoute('/webhooks/new', { me });
    await user.type(await screen.findByLabelText('Description'), 'Tickets');
    await user.type(screen.getByLabelText('URL'), 'https://tickets.example.com/hooks');
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    const token = screen.getByLabelText<HTMLInputElement>('Token').value;
    expect(token).toMatch(/^[\da-f]{64}$/);
    await user.click(screen.getByRole('switch', { name: 'User created' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'gateway disconnected');
    await user.click(await screen.findByRole('checkbox', { name: /^Gateway disconnected/ }));
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Signing secret of Tickets' }));
    expect(dialog.getByText('whsec_abc')).toBeVisible();
    // a reload shows the webhook, not an empty form
    expect(router.state.location.pathname).toBe('/webhooks/1');
    expect(router.state.location.state).not.toHaveProperty('secret');
    expect(sent).toEqual([
      {
        ...{ description: 'Tickets', url: 'https://tickets.example.com/hooks', token, enabled: true },
        ...{ on_user_created: true, on_user_modified: false, on_user_deleted: false, on_hwkey_provision: false },
        events: ['gateway_disconnected'],
      },
    ]);
    await user.keyboard('{Escape}');
    expect(dialog.getByText('whsec_abc')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'I have saved it' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull());
    expect(router.state.location.pathname).toBe('/webhooks/1');
    const pages = within(screen.getByRole('navigation', { name: 'Tickets' }));
    await user.click(pages.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('button', { name: 'Replace signing secret' })).toBeVisible();
    expect(screen.queryByText('whsec_abc')).toBeNull();
  });

  it('needs an event, a token and an absolute URL', async () => {
    const { user } = renderRoute('/webhooks/new', { me });
    await user.type(await screen.findByLabelText('Description'), 'Tickets');
    await user.type(screen.getByLabelText('URL'), 'tickets');
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findAllByText('Choose at least one event.')).not.toHaveLength(0);
    expect(screen.getByLabelText('URL')).toBeInvalid();
    expect(screen.getByLabelText('Token')).toBeInvalid();
    const example = /^Enter an address such as https:\/\/example.com\/webhooks\./;
    expect(screen.getAllByText(example)).not.toHaveLength(0);
  });

  it('lists events with a matching name first, those of a matching area on request', async () => {
    const { user } = renderRoute('/webhooks/new', { me });
    const search = await screen.findByRole('searchbox', { name: 'Search events' });
    const list = within(screen.getByRole('group', { name: 'Events of the activity log' }));
    await user.type(search, 'group');
    expect(await list.findByRole('checkbox', { name: /^Group added/ })).toBeVisible();
    expect(list.queryByRole('checkbox', { name: /^User added/ })).toBeNull();
    const named = list.getAllByRole('checkbox').length;
    expect(list.getByRole('button', { name: `Select all ${named} shown` })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Show \d+ more in matching areas$/ }));
    expect(list.getByRole('checkbox', { name: /^User added/ })).toBeVisible();
    expect(list.getAllByRole('checkbox')[0]).toHaveAccessibleName(/group/i);
    await user.clear(search);
    await user.type(search, 'people and');
    expect(await list.findByRole('checkbox', { name: /^User added/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /in matching areas$/ })).toBeNull();
  });

  it('shows at the URL why the server refuses it', async () => {
    server.use(refuse(addWebhook, 400, 'outbound_url_refused', { field: 'url' }));
    const { user } = renderRoute('/webhooks/new', { me });
    await user.type(await screen.findByLabelText('Description'), 'Tickets');
    await user.type(screen.getByLabelText('URL'), 'http://tickets.example.com');
    await user.type(screen.getByLabelText('Token'), 'secret');
    await user.click(screen.getByRole('switch', { name: 'User deleted' }));
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText(/^The URL must start with https:/)).toBeVisible();
    expect(screen.getByLabelText('URL')).toBeInvalid();
    server.use(
      refuse(addWebhook, 400, 'outbound_address_refused', { field: 'url', details: { address: '127.0.0.1' } }),
    );
    await user.clear(screen.getByLabelText('URL'));
    await user.type(screen.getByLabelText('URL'), 'https://127.0.0.1/');
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText(/^The address 127.0.0.1 isn’t public/)).toBeVisible();
  });
});

describe('the page of a webhook', () => {
  it('says what waits, since when it fails and why, and skips what waits after a question', async () => {
    const sent: string[] = [];
    givenListed(failing);
    server.use(
      respond(replayWebhook, ({ body }) => {
        sent.push(body.from);
        return givenDelivery.state();
      }),
    );
    const { user } = renderRoute('/webhooks/2', { me });
    const panel = within(await screen.findByRole('region', { name: 'Delivery' }));
    expect(panel.getByText('The receiver answered with status 503.')).toBeVisible();
    expect(panel.getByText(/^42 log entries/)).toBeVisible();
    for (const label of ['First failed attempt', 'Next attempt']) expect(panel.getByText(label)).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Skip what is waiting' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Skip what is waiting for Chat?' }));
    expect(dialog.getByText(/^42 entries of the activity log won’t be sent/)).toBeVisible();
    const before = Date.now();
    await user.click(dialog.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(1);
    expect(Date.parse(sent[0] ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('lists its events by what requests contain, five of many', async () => {
    const events = ['user_modified', 'user_added', 'user_removed', 'group_added', 'group_removed', 'group_modified'];
    givenListed({ ...tickets, on_user_modified: true, events: [...events, 'user_login'] });
    const { user } = renderRoute('/webhooks/1', { me });
    const ofUser = within(await screen.findByRole('list', { name: 'Events with user data' }));
    expect(ofUser.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'User created',
      'User changed',
    ]);
    const ofLog = within(screen.getByRole('list', { name: 'Events with the log entry' }));
    expect(ofLog.getByText('User changed')).toBeVisible();
    expect(ofLog.getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show 2 more' }));
    expect(ofLog.getByText('Signed in')).toBeVisible();
  });

  it('says that nothing was delivered yet once, also after a test', async () => {
    givenListed({ ...tickets, state: givenDelivery.state({ last_delivered_at: null }) });
    server.use(respond(testWebhook, givenDelivery.details({ event: 'test' })));
    const { user } = renderRoute('/webhooks/1', { me });
    await user.click(await screen.findByRole('button', { name: 'Send test event' }));
    expect(await screen.findByText('The receiver accepted the test event')).toBeVisible();
    expect(screen.getAllByText('Last delivered')).toHaveLength(1);
    expect(screen.getByText('No event yet')).toBeVisible();
  });

  it('says that the number of waiting entries includes those that are not sent', async () => {
    const state = givenDelivery.failing({ waiting: 12_345, includes_unmatched: true });
    givenListed({ ...failing, state });
    const { user } = renderRoute('/webhooks/2', { me });
    const panel = within(await screen.findByRole('region', { name: 'Delivery' }));
    expect(panel.getByText(/^12,345 log entries/)).toBeVisible();
    expect(panel.getByText(/^The number includes entries with other events/)).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Skip what is waiting' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^The number includes entries with other events/)).toBeVisible();
  });

  it('says why core turned it off, and turns it on', async () => {
    givenListed(stopped);
    server.use(
      respond(setWebhookState, () => {
        givenListed({ ...stopped, enabled: true, state: givenDelivery.state() });
        return {};
      }),
    );
    const { user } = renderRoute('/webhooks/3', { me });
    const note = within(await screen.findByRole('alert'));
    expect(note.getByText('Turned off after 24 hours of failures')).toBeVisible();
    expect(note.getByText(/^The receiver answered with status 503. Nothing is lost/)).toBeVisible();
    const [primary] = screen.getAllByRole('button', { name: 'Turn on' });
    await user.click(primary as HTMLElement);
    await waitFor(() => expect(screen.queryByText('Turned off after 24 hours of failures')).toBeNull());
  });

  it('sends a test event once per click, and says what came of it', async () => {
    let count = 0;
    givenListed(tickets);
    server.use(
      respond(testWebhook, () => {
        count += 1;
        const error = { reason: 'connection', detail: 'ECONNREFUSED' } as const;
        return givenDelivery.details({ id: 9, event: 'test', status: null, answer: null, error });
      }),
    );
    const { user } = renderRoute('/webhooks/1', { me });
    const button = await screen.findByRole('button', { name: 'Send test event' });
    act(() => {
      button.click();
      button.click();
    });
    expect(await screen.findByText('Couldn’t connect to the receiver (ECONNREFUSED).')).toBeVisible();
    expect(count).toBe(1);
    expect(screen.getByRole('link', { name: 'View request' })).toHaveAttribute(
      'href',
      '/webhooks/1/deliveries?delivery=9',
    );
    server.use(respond(testWebhook, givenDelivery.details({ event: 'test' })));
    await user.click(button);
    expect(await screen.findByText('Status 200 after 12 ms.')).toBeVisible();
  });

  it('sends again from a time in the past', async () => {
    const sent: string[] = [];
    givenListed(tickets);
    server.use(
      respond(replayWebhook, ({ body }) => {
        sent.push(body.from);
        return givenDelivery.state({ waiting: 3 });
      }),
    );
    const { user } = renderRoute('/webhooks/1', { me });
    await user.click(await screen.findByRole('button', { name: 'Send again from…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText('From');
    await user.clear(field);
    await user.type(field, '2999-01-31T12:00');
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    expect(await dialog.findByText(/^This time is in the future/)).toBeVisible();
    await user.clear(field);
    await user.type(field, '2020-01-31T12:00');
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Sending again to Tickets')).toBeVisible();
    expect(sent).toEqual([new Date('2020-01-31T12:00').toISOString()]);
  });

  it('says that it does not exist', async () => {
    server.use(refuse(getWebhook, 404, 'webhook_not_found'));
    renderRoute('/webhooks/5', { me });
    expect(await screen.findByRole('heading', { name: 'Webhook not found' })).toBeVisible();
  });
});

describe('the deliveries', () => {
  const refused = givenDelivery.delivery({
    ...{ id: 2, attempt: 3, status: 503, error: { reason: 'status', detail: '503' } },
  });

  it('lists attempts with their results, older ones on demand', async () => {
    givenListed(tickets);
    server.use(
      respond(listWebhookDeliveries, ({ query }) =>
        query.get('before') === '2'
          ? { data: [givenDelivery.delivery({ event: 'test', attempt: null })], next: null }
          : { data: [refused], next: 2 },
      ),
    );
    const { user } = renderRoute('/webhooks/1/deliveries', { me });
    const row = await rowOf('User created');
    for (const text of ['3', 'The receiver answered with status 503.']) expect(row.getByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    const test = await rowOf('Test event');
    for (const text of ['Manual', 'Delivered']) expect(test.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('shows the reason in the list, and how to correct it with the details', async () => {
    const error = { reason: 'blocked_address', detail: '10.0.0.7' } as const;
    const blocked = givenDelivery.delivery({ id: 4, status: null, error });
    givenListed(tickets);
    server.use(
      respond(listWebhookDeliveries, { data: [blocked], next: null }),
      respond(getWebhookDelivery, givenDelivery.details({ ...blocked, answer: null })),
    );
    const { user } = renderRoute('/webhooks/1/deliveries', { me });
    const reason = await screen.findByText('The address 10.0.0.7 isn’t public.');
    expect(reason.closest('[title]')).toHaveAttribute('title', expect.stringContaining('GATEWARDEN_OUTBOUND_ALLOW'));
    await user.click(screen.getByRole('link', { name: 'User created' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'User created' }));
    expect(await drawer.findByRole('alert')).toHaveTextContent(/isn’t public\. If it is in your own network/);
  });

  it('shows request and answer of one, sends it again, and shows the new one', async () => {
    const again: unknown[] = [];
    givenListed(tickets);
    const first = givenDelivery.details({ ...refused, answer: 'busy' });
    server.use(
      respond(listWebhookDeliveries, { data: [refused], next: null }),
      respond(getWebhookDelivery, first),
      respond(redeliverWebhook, ({ params }) => {
        again.push(params.deliveryId);
        return givenDelivery.details({ id: 3, attempt: null });
      }),
    );
    const { user, router } = renderRoute('/webhooks/1/deliveries', { me });
    await user.click(await screen.findByRole('link', { name: 'User created' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'User created' }));
    const body = await drawer.findByRole('region', { name: 'Request body' });
    expect(body).toHaveTextContent('"username": "eve"');
    expect(drawer.getByRole('region', { name: 'Answer' })).toHaveTextContent('busy');
    expect(drawer.getByText('msg_1_7')).toBeVisible();
    expect(drawer.getByRole('alert')).toHaveTextContent('The receiver answered with status 503.');
    await user.click(drawer.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Sent again and delivered')).toBeVisible();
    expect(again).toEqual(['2']);
    expect(router.state.location.search).toEqual({ delivery: 3 });
    expect(drawer.queryByRole('alert')).toBeNull();
  });

  it('says that there are none', async () => {
    givenListed(tickets);
    renderRoute('/webhooks/1/deliveries', { me });
    expect(await screen.findByText('No deliveries yet')).toBeVisible();
  });

  it('says that an old one was deleted', async () => {
    givenListed(tickets);
    server.use(refuse(getWebhookDelivery, 404, 'webhook_delivery_not_found'));
    renderRoute('/webhooks/1/deliveries?delivery=5', { me });
    expect(await screen.findByText('Delivery not found')).toBeVisible();
  });
});

describe('the settings of a webhook', () => {
  it('keeps the token while its field is empty', async () => {
    const sent: unknown[] = [];
    givenListed(tickets);
    server.use(
      respond(updateWebhook, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    const { user } = renderRoute('/webhooks/1/settings', { me });
    expect(await screen.findByLabelText('Token (optional)')).toHaveValue('');
    expect(screen.getByText('Leave empty to keep the current token.')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'User changed' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Webhook saved')).toBeVisible();
    expect(sent).toMatchObject([
      { token: '', on_user_created: true, on_user_modified: true, events: ['gateway_disconnected'] },
    ]);
  });

  it('replaces the signing secret, which is then used beside the previous one', async () => {
    const sent: unknown[] = [];
    givenListed({ ...tickets, former_secret_until: '2030-02-01T12:00:00' });
    server.use(
      respond(rotateWebhookSecret, ({ body }) => {
        sent.push(body);
        return { signing_secret: 'whsec_new' };
      }),
    );
    const { user } = renderRoute('/webhooks/1/settings', { me });
    expect(await screen.findByText(/^Requests are also signed with the previous secret until/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Replace signing secret' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Also sign with the previous secret' }));
    await user.click(await screen.findByRole('option', { name: 'For 3 days' }));
    await user.click(dialog.getByRole('button', { name: 'Replace signing secret' }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
    expect(sent).toEqual([{ overlap_hours: 72 }]);
  });

  it('deletes it after a question with the number of waiting entries', async () => {
    givenListed(failing);
    server.use(
      respond(deleteWebhook, () => {
        givenListed();
        return {};
      }),
    );
    const { user, router } = renderRoute('/webhooks/2/settings', { me });
    await user.click(await screen.findByRole('button', { name: 'Delete webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Chat?' }));
    expect(dialog.getByText(/^42 log entries are waiting/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete webhook' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/webhooks'));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
  });
});

it('is not offered while the module is off', async () => {
  renderRoute('/webhooks', { me, essentials: given.essentials({ webhooks_enabled: false }) });
  expect(await screen.findByRole('heading', { name: 'Webhooks are off' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
});
