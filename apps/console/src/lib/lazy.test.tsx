import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { lazy } from './lazy.tsx';

/** A component whose code arrives after that many failed attempts. */
function partAfter(failures: number) {
  let attempts = 0;
  return lazy(async () => {
    attempts += 1;
    if (attempts <= failures) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
    return { default: ({ opened = true }: { opened?: boolean; onClose?: () => void }) => opened && <p>The part</p> };
  });
}

function show(part: ReactNode) {
  render(
    <ThemeProvider env="test">
      <h1>The page</h1>
      <Suspense>{part}</Suspense>
    </ThemeProvider>,
  );
  return userEvent.setup();
}

interface PageProps {
  Part: ReturnType<typeof partAfter>;
  isRemoved: boolean;
}

/** A page with the part as a dialog, which is open at first. */
function PageWithDialog({ Part, isRemoved }: PageProps) {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {(opened || !isRemoved) && <Part opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

describe('code that cannot be loaded', () => {
  it('is asked for again', async () => {
    const Part = partAfter(3);
    show(<Part />);
    expect(await screen.findByText('The part')).toBeVisible();
  });

  it('is replaced by a message in its place, with a button', async () => {
    const Part = partAfter(4);
    const user = show(<Part />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach the server');
    expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The part')).toBeVisible();
  });

  it('of a dialog can be closed', async () => {
    const Part = partAfter(4);
    const closed: unknown[] = [];
    const user = show(<Part opened onClose={() => closed.push(undefined)} />);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(closed).toHaveLength(1);
  });

  it.each([
    ['stays mounted while it is closed', false],
    ['is removed when it is closed', true],
  ])('of a dialog that %s is asked for when the dialog is opened again', async (_, isRemoved) => {
    const Part = partAfter(4);
    const user = show(<PageWithDialog Part={Part} isRemoved={isRemoved} />);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('The part')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
