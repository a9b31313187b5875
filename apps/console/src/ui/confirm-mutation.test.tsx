import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useMutation } from '../lib/use-mutation.ts';
import { ConfirmMutation } from './confirm-mutation.tsx';
import { ThemeProvider } from './theme/theme-provider.tsx';

function Key({ remove }: { remove: (id: number) => Promise<void> }) {
  const [asked, setAsked] = useState(true);
  const [left, setLeft] = useState(false);
  const mutation = useMutation({ mutationFn: remove });
  return (
    <>
      <p>{left ? 'list of keys' : 'key 7'}</p>
      {asked && (
        <ConfirmMutation
          onClose={() => setAsked(false)}
          title="Delete key 7?"
          consequences="Devices can no longer use it."
          confirmLabel="Delete key"
          mutation={mutation}
          variables={7}
          done="Key 7 was deleted."
          onDone={() => setLeft(true)}
        />
      )}
    </>
  );
}

function ask(remove: (id: number) => Promise<void>): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider env="test">
        <Key remove={remove} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
}

describe('ConfirmMutation', () => {
  it('runs the mutation once, says that it is done and closes', async () => {
    const removed: number[] = [];
    ask(async (id) => {
      removed.push(id);
    });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Delete key' }));
    expect(await screen.findByText('Key 7 was deleted.')).toBeVisible();
    expect(screen.getByText('list of keys')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(removed).toEqual([7]);
  });

  it('stays open and shows the failure', async () => {
    ask(() => Promise.reject(new Error('no connection')));
    await userEvent.click(screen.getByRole('button', { name: 'Delete key' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Delete key 7?' })).toBeVisible();
    expect(screen.getByText('key 7')).toBeVisible();
  });
});
