import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RelativeTime } from './relative-time.tsx';
import { ThemeProvider } from './theme/theme-provider.tsx';

it('shows and describes the exact time while the pointer or the focus is on it', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <ThemeProvider env="test">
      <RelativeTime at="2020-02-03T04:05:06" />
    </ThemeProvider>,
  );
  const time = container.querySelector('time') as HTMLElement;
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await user.hover(time);
  expect(screen.getByRole('tooltip')).toHaveTextContent(/2020.*:06/);
  expect(time).toHaveAccessibleDescription(/2020.*:06/);
  await user.unhover(time);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await user.tab();
  expect(time).toHaveFocus();
  expect(time).toHaveAccessibleDescription(/2020.*:06/);
});
