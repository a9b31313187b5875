import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';

it('keeps what is typed while the palette loads', async () => {
  const { user } = renderRoute('/settings', { me: given.admin() });
  await screen.findAllByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}2fb{Backspace}a');
  expect(await screen.findByRole('combobox', { name: /^Search, or/ })).toHaveValue('2fa');
});
