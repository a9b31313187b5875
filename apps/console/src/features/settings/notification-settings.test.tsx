import { getSettings, patchSettings } from '@gatewarden/contract/settings';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

it('offers the details of emails about gateways only while these are on', async () => {
  const sent: unknown[] = [];
  server.use(
    respond(getSettings, givenSettings({ gateway_disconnect_notifications_enabled: false })),
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      return null;
    }),
  );
  const { user } = renderRoute('/settings/notifications', { me: given.admin() });
  const after = await screen.findByLabelText(/^After/);
  const [isOn, again] = screen.getAllByRole('switch');
  expect(after).toBeDisabled();
  expect(again).toBeDisabled();
  await user.click(isOn as HTMLElement);
  expect(after).toBeEnabled();
  expect(again).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ gateway_disconnect_notifications_enabled: true });
});
