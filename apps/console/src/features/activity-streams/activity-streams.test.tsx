import {
  type ActivityStream,
  addActivityStream,
  listActivityStreams,
  replayActivityStream,
  setActivityStreamState,
  testActivityStream,
  updateActivityStream,
} from '@gatewarden/contract/activity-streams';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenDelivery } from '../../../test/given-delivery.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const vault = givenDelivery.stream();
const failing = givenDelivery.stream({
  id: 2,
  name: 'Search',
  stream_type: 'syslog_tls',
  state: givenDelivery.failing(),
});

const givenListed = (...streams: ActivityStream[]) => server.use(respond(listActivityStreams, () => streams));
const rowOf = async (name: string) => within(await screen.findByRole('listitem', { name }));

async function choose(user: ReturnType<typeof renderRoute>['user'], name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the list of streams', () => {
  it('shows collector, state, what waits and the last error', async () => {
    givenListed(vault, failing);
    renderRoute('/settings/streams', { me });
    const good = await rowOf('Vault');
    for (const text of ['Vector', 'On']) expect(good.getByText(text)).toBeVisible();
    const bad = await rowOf('Search');
    for (const text of ['Syslog over TLS (RFC 5424)', /^Failing since/, /42 log entries/, /answered with status 503/]) {
      expect(bad.getByText(text)).toBeVisible();
    }
    expect(screen.getByRole('link', { name: 'activity log' })).toHaveAttribute('href', '/activity');
  });

  it('says what streams are for when there are none, and can be loaded again after a failure', async () => {
    server.use(refuse(listActivityStreams, 503, 'database_unavailable'));
    const { user } = renderRoute('/settings/streams', { me });
    expect(await screen.findByText('Couldn’t load the log streams')).toBeVisible();
    givenListed();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No log streams yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add stream' })).toBeVisible();
  });

  it('tests a stream once per click, and says what came of it', async () => {
    let count = 0;
    givenListed(vault);
    server.use(
      respond(testActivityStream, () => {
        count += 1;
        return { error: { reason: 'certificate' as const, detail: 'SELF_SIGNED_CERT_IN_CHAIN' } };
      }),
    );
    const { user } = renderRoute('/settings/streams', { me });
    const button = await screen.findByRole('button', { name: 'Test Vault' });
    act(() => {
      button.click();
      button.click();
    });
    const failed = await screen.findByRole('alert', { name: 'The latest log entry wasn’t delivered.' });
    expect(failed).toHaveTextContent(/The certificate of the receiver isn’t trusted/);
    expect(count).toBe(1);
    server.use(respond(testActivityStream, { error: { reason: 'connection', detail: 'ENOTFOUND' } }));
    await user.click(button);
    expect(await screen.findByText('The host name of the receiver wasn’t found.')).toBeVisible();
    server.use(respond(testActivityStream, { error: null }));
    await user.click(button);
    expect(await screen.findByText('The collector accepted the latest log entry.')).toBeVisible();
  });

  it('turns a stream off, and sends again from a time', async () => {
    const sent: unknown[] = [];
    givenListed(vault);
    server.use(
      respond(setActivityStreamState, ({ body }) => {
        sent.push(body);
        givenListed({ ...vault, enabled: false });
        return {};
      }),
      respond(replayActivityStream, ({ body }) => {
        sent.push(body);
        return givenDelivery.state();
      }),
    );
    const { user } = renderRoute('/settings/streams', { me });
    await choose(user, 'Vault', 'Turn off');
    expect(await (await rowOf('Vault')).findByText('Off')).toBeVisible();
    await choose(user, 'Vault', 'Send again from…');
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('From'));
    await user.type(dialog.getByLabelText('From'), '2020-01-31T12:00');
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ enabled: false }, { from: new Date('2020-01-31T12:00').toISOString() }]);
  });
});

describe('the form of a stream', () => {
  it('has an example of the URL for each collector, and no credentials for syslog', async () => {
    const sent: unknown[] = [];
    givenListed();
    server.use(
      respond(addActivityStream, ({ body }) => {
        sent.push(body);
        return { id: 1 };
      }),
    );
    const { user } = renderRoute('/settings/streams', { me });
    await user.click(await screen.findByRole('button', { name: 'Add stream' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add log stream' }));
    await user.type(dialog.getByLabelText('Name'), 'Vault');
    expect(dialog.getByLabelText('URL')).toHaveAttribute('placeholder', 'https://vector.example.com:8080');
    await user.type(dialog.getByLabelText('Username (optional)'), 'core');
    await user.click(dialog.getByRole('combobox', { name: 'Collector' }));
    await user.click(await screen.findByRole('option', { name: /^Syslog/ }));
    expect(dialog.getByLabelText('URL')).toHaveAttribute('placeholder', 'tls://syslog.example.com:6514');
    expect(dialog.queryByLabelText('Username (optional)')).toBeNull();
    await user.type(dialog.getByLabelText('URL'), 'tls://logs.example.com:6514');
    await user.click(dialog.getByRole('button', { name: 'Add stream' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      {
        ...{ name: 'Vault', stream_type: 'syslog_tls' },
        stream_config: { url: 'tls://logs.example.com:6514', username: '', password: '', cert: '' },
      },
    ]);
  });

  it('names an address for the chosen collector if the URL is not one', async () => {
    givenListed();
    const { user } = renderRoute('/settings/streams', { me });
    await user.click(await screen.findByRole('button', { name: 'Add stream' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add log stream' }));
    await user.type(dialog.getByLabelText('Name'), 'Vault');
    await user.type(dialog.getByLabelText('URL'), 'tls://logs.example.com');
    await user.click(dialog.getByRole('button', { name: 'Add stream' }));
    expect(await dialog.findByText(/^Enter an address such as https:\/\/collector/)).toBeVisible();
    await user.click(dialog.getByRole('combobox', { name: 'Collector' }));
    await user.click(await screen.findByRole('option', { name: /^Syslog/ }));
    await user.clear(dialog.getByLabelText('URL'));
    await user.type(dialog.getByLabelText('URL'), 'https://logs.example.com');
    await user.click(dialog.getByRole('button', { name: 'Add stream' }));
    expect(await dialog.findByText('Enter an address such as tls://syslog.example.com:6514.')).toBeVisible();
    expect(dialog.getByLabelText('URL')).toBeInvalid();
  });

  it('keeps the password while its field is empty, and reads a certificate from a file', async () => {
    const sent: unknown[] = [];
    givenListed(vault);
    server.use(
      respond(updateActivityStream, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    const { user } = renderRoute('/settings/streams', { me });
    await choose(user, 'Vault', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Vault' }));
    expect(dialog.getByLabelText('Password (optional)')).toHaveValue('');
    expect(dialog.getByText('Leave empty to keep it.')).toBeVisible();
    const file = document.querySelector<HTMLInputElement>('input[type="file"]');
    await user.upload(file as HTMLInputElement, new File(['-----BEGIN CERTIFICATE-----'], 'ca.pem'));
    await waitFor(() => expect(dialog.getByLabelText(/^CA certificate/)).toHaveValue('-----BEGIN CERTIFICATE-----'));
    await user.upload(file as HTMLInputElement, new File(['x'.repeat(40_000)], 'large.pem'));
    expect(await dialog.findByText('large.pem is too large for a certificate.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toMatchObject([
      { stream_config: { username: 'core', password: '', cert: '-----BEGIN CERTIFICATE-----' } },
    ]);
  });

  it('shows at the URL why the server refuses it', async () => {
    givenListed(vault);
    server.use(refuse(updateActivityStream, 400, 'outbound_url_refused', { field: 'stream_config.url' }));
    const { user } = renderRoute('/settings/streams', { me });
    await choose(user, 'Vault', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Vault' }));
    await user.clear(dialog.getByLabelText('URL'));
    await user.type(dialog.getByLabelText('URL'), 'http://vector.example.com');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^The URL must start with https:/)).toBeVisible();
    expect(dialog.getByLabelText('URL')).toBeInvalid();
    const details = { field: 'stream_config.url', details: { address: '10.0.0.5' } };
    server.use(refuse(updateActivityStream, 400, 'outbound_address_refused', details));
    await user.clear(dialog.getByLabelText('URL'));
    await user.type(dialog.getByLabelText('URL'), 'https://10.0.0.5:8080');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^The address 10.0.0.5 isn’t public\. If it is in your own network/)).toBeVisible();
  });
});
