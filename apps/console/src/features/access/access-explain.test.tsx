import { explainAccess } from '@gatewarden/contract/access';
import { listAccessVersions } from '@gatewarden/contract/access-history';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenAccess } from '../../../test/given-access.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { respondAccess } from '../../../test/respond-access.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const asked = '/access-rules/explain?user=7&location=1&address=10.0.5.9&protocol=6&port=443';
const sentence = 'Bob Stone can’t reach 10.0.5.9 (TCP port 443) in Warsaw.';

beforeEach(() =>
  server.use(
    ...respondAccess(),
    respond(explainAccess, {
      ...givenAccess.decision(),
      ...{ obstacle: null, hits: null, pending: givenAccess.decision(), version: null },
    }),
  ),
);

describe('the explanation of a decision', () => {
  it('is that of the question in the address, also after a reload', async () => {
    renderRoute(asked, { me });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Destination address' })).toHaveValue('10.0.5.9');
  });

  it('disappears when the question changes, also into an invalid one', async () => {
    const { user } = renderRoute(asked, { me });
    await screen.findByText(sentence);
    const address = screen.getByRole('textbox', { name: 'Destination address' });
    await user.clear(address);
    await user.type(address, '300.1.1.1');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Explain' }));
    await waitFor(() => expect(address).toBeInvalid());
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('returns with its question when the user goes back', async () => {
    const { user, router } = renderRoute(asked, { me });
    await screen.findByText(sentence);
    const address = screen.getByRole('textbox', { name: 'Destination address' });
    await user.clear(address);
    await user.type(address, '10.0.5.8');
    await user.click(screen.getByRole('button', { name: 'Explain' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('10.0.5.8'));
    expect(router.state.location.search).toMatchObject({ address: '10.0.5.8', user: 7 });
    act(() => router.history.back());
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(sentence));
    expect(screen.getByRole('textbox', { name: 'Destination address' })).toHaveValue('10.0.5.9');
  });

  it('says when the history begins if the time is before that', async () => {
    server.use(
      refuse(explainAccess, 404, 'access_version_not_found', { field: 'at' }),
      respond(listAccessVersions, ({ query }) => ({
        versions: [givenAccess.version(query.get('page') === '2' ? { id: 1, at: '2026-01-31T12:00:00' } : { id: 60 })],
        total: 60,
      })),
    );
    renderRoute(`${asked}&at=2020-01-01T00:00:00Z`, { me });
    expect(await screen.findByText(/^The history begins on 01\/31\/2026/)).toBeVisible();
  });

  it('says that there is no version of a time if there is no history', async () => {
    server.use(
      refuse(explainAccess, 404, 'access_version_not_found', { field: 'at' }),
      respond(listAccessVersions, { versions: [], total: 0 }),
    );
    renderRoute(`${asked}&at=2020-01-01T00:00:00Z`, { me });
    expect(await screen.findByText('There is no version of that time.')).toBeVisible();
  });
});
