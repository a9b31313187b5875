import {
  addScimToken,
  getScimStatus,
  listScimRequests,
  listScimTokens,
  resumeScimRemovals,
  rotateScimToken,
  type ScimStatus,
} from '@gatewarden/contract/scim';
import { getSettings, patchSettings } from '@gatewarden/contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenScim } from '../../../test/given-scim.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

function open(removals: Partial<ScimStatus['removals']> = {}, tokens = [givenScim.token()]) {
  const sent: unknown[] = [];
  const record =
    <Answer,>(answer: Answer) =>
    ({ body }: { body: unknown }) => {
      sent.push(body);
      return answer;
    };
  server.use(
    respond(getSettings, givenSettings()),
    respond(getScimStatus, givenScim.status(removals)),
    respond(listScimTokens, tokens),
    respond(listScimRequests, ({ query }) =>
      query.get('before') === null
        ? {
            requests: [
              givenScim.request({ id: 3, method: 'PATCH', status: 409, detail: 'Another account has this userName' }),
              givenScim.request({ id: 2 }),
            ],
            next: 2,
          }
        : { requests: [givenScim.request({ id: 1, resource: 'old@example.com' })], next: null },
    ),
    respond(patchSettings, record(null)),
    respond(addScimToken, record({ id: 2, token: 'gws_new' })),
    respond(rotateScimToken, record({ id: 1, token: 'gws_rotated' })),
    respond(resumeScimRemovals, record(null)),
  );
  return { sent, ...renderRoute('/settings/scim', { me: given.admin() }) };
}

it('shows the address, what is managed, and the requests with the reasons of failures', async () => {
  const { user } = open();
  expect(await screen.findByText('https://vpn.example.com/scim/v2')).toBeVisible();
  expect(screen.getByText('2 (limit 12)')).toBeVisible();
  expect(screen.queryByText('Removals are stopped')).toBeNull();
  expect(await screen.findByText('409 Another account has this userName')).toBeVisible();
  expect(screen.getAllByText('User: Add')[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('old@example.com')).toBeVisible();
});

it('shows the secret of a new token and of a rotated one once', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const add = within(await screen.findByRole('dialog', { name: 'Create a SCIM token' }));
  await user.type(add.getByLabelText(/^Name/), 'Okta');
  await user.click(add.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('gws_new')).toBeVisible();
  expect(sent).toEqual([{ name: 'Okta', expires_at: expect.stringMatching(/Z$/) }]);
});

it('rotates a token with an overlap', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Entra' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rotate' }));
  await user.click(await screen.findByRole('button', { name: 'Rotate token' }));
  expect(await screen.findByText('gws_rotated')).toBeVisible();
  expect(sent).toEqual([{ overlap_hours: 24, expires_at: null }]);
});

it('asks before it allows removals again, with or without the limit', async () => {
  const { user, sent } = open({ stopped_at: '2030-01-31T12:00:00', refused: 7 });
  expect(await screen.findByText(/Refused so far: 7/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Allow for an hour' }));
  const question = within(await screen.findByRole('dialog', { name: 'Allow removals without a limit for an hour?' }));
  expect(question.getByText(/Managed accounts: 120\./)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Keep the limit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume removals with the limit?' }));
  expect(dialog.getByText(/12 more accounts within an hour/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep the limit' }));
  await waitFor(() => expect(sent).toEqual([{ without_limit: false }]));
});

it('saves the behavior, and explains an empty list of tokens', async () => {
  const { user, sent } = open({}, []);
  expect(await screen.findByText('No tokens yet')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: /^Change administrators/ }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toEqual([{ scim_manages_admins: true }]));
});
