import { type SearchResult, search } from '@gatewarden/contract/search';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

async function openSettings() {
  const { user, router } = renderRoute('/settings', { me: given.admin() });
  await screen.findAllByRole('heading', { level: 1 });
  return { user, router };
}

it('keeps what is typed while the palette loads, as the browser edits it', async () => {
  const { user } = await openSettings();
  await user.keyboard('{Control>}k{/Control}2fb{Backspace}a{ArrowLeft}-');
  const field = await screen.findByRole('combobox', { name: /^Search, or/ });
  expect(field).toHaveValue('2f-a');
  expect(field).toHaveFocus();
});

it('opens what was typed when Enter came before the results', async () => {
  const group = { kind: 'group', match: 'exact', id: 2, name: 'Engineering' } as const;
  let answer = (_: SearchResult[]) => {};
  server.use(respond(search, () => new Promise<SearchResult[]>((resolve) => (answer = resolve))));
  const { user, router } = await openSettings();
  await user.keyboard('{Control>}k{/Control}engineering{Enter}');
  await waitFor(() => {
    answer([group]);
    expect(router.state.location.pathname).toBe('/groups/2');
  });
});
