import { getSettings, patchSettings } from '@gatewarden/contract/settings';
import { getTrafficStorage, type TrafficStorage } from '@gatewarden/contract/traffic-history';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const dayMilliseconds = 86_400_000;

async function openTrafficSettings(storage: Partial<TrafficStorage> = {}) {
  const sent: unknown[] = [];
  const perDay = { detail_bytes_per_day: 1_000_000, history_bytes_per_day: 100_000 };
  server.use(
    respond(getSettings, givenSettings()),
    respond(getTrafficStorage, { bytes: 5_000_000, expected_bytes: null, ...perDay, ...storage }),
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      return null;
    }),
  );
  const { user } = renderRoute('/settings/traffic', { me: given.admin() });
  const enter = async (label: RegExp, days: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, days);
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { user, sent, enter, save };
}

const ago = (days: number) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(
    new Date(Date.now() - days * dayMilliseconds),
  );

it('asks before shorter times delete traffic, with the days and their size', async () => {
  const { user, sent, enter, save } = await openTrafficSettings({ bytes: 50_000_000 });
  await enter(/^Traffic of devices by the hour/, '25');
  await enter(/^Traffic by the day/, '100');
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete older traffic?' }));
  const hourly = `Hourly traffic of devices from ${ago(35)} to ${ago(25)} (10 days). The daily totals remain.`;
  expect(dialog.getByText(hourly)).toBeVisible();
  expect(dialog.getByText(`All traffic from ${ago(400)} to ${ago(100)} (300 days).`)).toBeVisible();
  expect(dialog.getByText(/^At most about 40 MB will be deleted/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await save();
  await user.click(await screen.findByRole('button', { name: 'Save and delete' }));
  await waitFor(() => expect(sent).toEqual([{ traffic_detail_days: 25, traffic_history_days: 100 }]));
});

it('announces no more than is stored', async () => {
  const { enter, save } = await openTrafficSettings({ bytes: 2_000_000 });
  await enter(/^Traffic by the day/, '100');
  await save();
  expect(await screen.findByText(/^At most about 2 MB will be deleted/)).toBeVisible();
});

it('asks without a size while there is no forecast', async () => {
  const { enter, save } = await openTrafficSettings({ detail_bytes_per_day: null, history_bytes_per_day: null });
  await enter(/^Traffic of devices by the hour/, '34');
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete older traffic?' }));
  expect(dialog.getByText(/\(1 day\)/)).toBeVisible();
  expect(dialog.queryByText(/^All traffic/)).not.toBeInTheDocument();
  expect(dialog.getByText('It will be deleted within an hour. You can’t undo this.')).toBeVisible();
});

it('saves longer times without a question', async () => {
  const { sent, enter, save } = await openTrafficSettings();
  await enter(/^Traffic by the day/, '500');
  await save();
  await waitFor(() => expect(sent).toEqual([{ traffic_history_days: 500 }]));
});

it.each([
  [/^Traffic of devices by the hour/, '3'],
  [/^Traffic by the day/, '99999'],
])('forecasts nothing for an invalid value of %s', async (label, days) => {
  const { enter } = await openTrafficSettings();
  expect(await screen.findByText(/and about 75 MB/)).toBeVisible();
  await enter(label, days);
  expect(await screen.findByText('Stored traffic takes 5 MB now.')).toBeVisible();
});
