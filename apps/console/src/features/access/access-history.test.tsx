import { diffAccessVersions, getAccessVersion, listAccessVersions } from '@gatewarden/contract/access-history';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenAccess } from '../../../test/given-access.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { respondAccess } from '../../../test/respond-access.ts';
import { server } from '../../../test/server.ts';
import { unbroken } from './unbroken.ts';

it('compares a version with the previous one and with now', async () => {
  const compared: unknown[] = [];
  server.use(
    ...respondAccess(),
    respond(getAccessVersion, {
      ...givenAccess.version({ id: 40 }),
      rules: [],
      names: { users: [], groups: [], devices: [], locations: [], aliases: [] },
    }),
    // the previous version is on another page
    respond(listAccessVersions, ({ query }) => ({
      versions: [givenAccess.version({ id: [300, 200, 37, 3][Number(query.get('page')) - 1] ?? 0 })],
      total: 200,
    })),
    respond(diffAccessVersions, ({ params, query }) => {
      compared.push([String(params.id), query.get('to')]);
      return { changes: [], change_count: 0 };
    }),
  );
  renderRoute('/access-rules/history/40', { me: given.admin() });
  expect(await screen.findByText('What this deployment changed')).toBeVisible();
  expect(screen.getByText('Who gained or lost access since then')).toBeVisible();
  await waitFor(() =>
    expect(compared).toEqual(
      expect.arrayContaining([
        ['40', null],
        ['37', '40'],
      ]),
    ),
  );
});

it.each([
  ['11/27/2026, 22:21:12 UTC', '11/27/2026, 22:21:12\u00a0UTC'],
  ['2026. 11. 27. 22시 21분 12초 UTC', '2026.\u00a011.\u00a027. 22시\u00a021분\u00a012초\u00a0UTC'],
])('breaks %s only before the time of day', (text, expected) => {
  expect(unbroken(text)).toBe(expected);
});
