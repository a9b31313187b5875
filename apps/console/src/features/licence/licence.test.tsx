import { getLicence, type Licence } from '@gatewarden/contract/licence';
import { listNotices, type Notice } from '@gatewarden/contract/notices';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenLicence } from '../../../test/given-licence.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

function open(licence: Partial<Licence> = {}): void {
  server.use(respond(getLicence, givenLicence(licence)));
  renderRoute('/settings/enterprise', { me: given.admin() });
}

it('shows what the license states and how much of a limit is used', async () => {
  open();
  expect(await screen.findByText('Active')).toBeVisible();
  for (const text of ['Example Ltd', 'Subscription', 'Users: 50', 'LDAP, from_the_future', 'Example Licensing'])
    expect(screen.getByText(text)).toBeVisible();
  const meter = screen.getByRole('meter', { name: 'Users' });
  expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuetext')]).toEqual(['98', '49 of 50']);
  expect(screen.getByText('12, unlimited')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each<[string, Partial<Licence>, RegExp]>([
  [
    'the grace period',
    { state: 'grace' },
    /^The license has expired\. Nothing is limited until the grace period ends\./,
  ],
  [
    'an expired license',
    { state: 'expired', enabled_features: [] },
    /can’t be added or changed\. What exists keeps working\.$/,
  ],
  ['an expired license within the free limits', { state: 'expired' }, /stays within the free limits\.$/],
  ['exceeded limits', { state: 'limits_exceeded', enabled_features: [] }, /^There is more than the license covers\./],
  [
    'a key that is not accepted',
    { state: 'invalid', reason: 'license_issuer_unknown', license: null, issuer: null },
    /^This version doesn’t accept the saved key\. This key is from an issuer/,
  ],
  ['a clock that was set back', { clock_set_back: true }, /^The server’s clock is behind/],
  [
    'a failed renewal',
    { renewal: { automatic: true, attempted_at: '2030-12-31T12:00:00', error: 'example.com: status 503' } },
    /^The issuer didn’t renew the license at the last attempt, .*: example\.com: status 503\./,
  ],
])('explains %s', async (_, licence, text) => {
  open(licence);
  expect(await screen.findByText(text)).toBeVisible();
});

it('is above the restrictions of users, also in a build that needs no license', async () => {
  renderRoute('/settings/enterprise', { me: given.admin() });
  const heading = await screen.findByRole('heading', { name: 'This build needs no license' });
  const restrictions = await screen.findByRole('group', { name: 'Restrictions' });
  expect(heading.compareDocumentPosition(restrictions)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('textbox', { name: 'Key' })).toBeNull();
});

it('hides the banner for a day, but not that of another state', async () => {
  let state = 'ends_soon';
  const notices = (): Notice[] => [
    { kind: 'license', since: null, details: { state, expires_at: '2999-01-01T00:00:00' } },
  ];
  server.use(respond(listNotices, notices));
  open();
  const banner = await screen.findByRole('alert', { name: /^The license expires in/ });
  await userEvent.click(within(banner).getByRole('button', { expanded: false }));
  await userEvent.click(within(banner).getByRole('button', { name: 'Hide until tomorrow' }));
  expect(screen.queryByRole('alert', { name: /^The license expires/ })).not.toBeInTheDocument();
  state = 'grace';
  open();
  expect(await screen.findByRole('alert', { name: /the grace period ends/ })).toBeVisible();
});
