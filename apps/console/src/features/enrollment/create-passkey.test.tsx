import { openPasskeyHandOver } from '@gatewarden/contract/enrollment-passkeys';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

it.each(['/create-passkey#wrong', '/create-passkey'])(
  'at %s, has only the heading that the link ended',
  async (path) => {
    server.use(refuse(openPasskeyHandOver, 404, 'passkey_link_ended'));
    renderRoute(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
    expect(screen.getAllByRole('heading')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in');
  },
);

it('shows the name in the order of its script', async () => {
  const name = { first_name: '민준', last_name: '김', username: 'minjun' };
  server.use(respond(openPasskeyHandOver, { ...name, return_url: 'https://start.example.com/enrollment' }));
  renderRoute('/create-passkey#token');
  expect(await screen.findByText('김민준')).toBeVisible();
});
