import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ThemeProvider } from './theme/theme-provider.tsx';

function Location({ typeToConfirm }: { typeToConfirm?: string }) {
  const [asked, setAsked] = useState(true);
  const [deleted, setDeleted] = useState(false);
  return (
    <ThemeProvider env="test">
      <p>{deleted ? 'gone' : 'still here'}</p>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => setDeleted(true)}
        title="Delete the location Warsaw?"
        consequences="12 devices of 5 people lose access to this location immediately."
        confirmLabel="Delete location"
        {...(typeToConfirm && { typeToConfirm })}
      />
    </ThemeProvider>
  );
}

describe('ConfirmDialog', () => {
  it('shows the consequences and focuses Cancel', async () => {
    render(<Location />);
    expect(screen.getByRole('dialog', { name: 'Delete the location Warsaw?' })).toHaveTextContent('12 devices');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('still here')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('runs the action on confirmation', async () => {
    render(<Location />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete location' }));
    expect(screen.getByText('gone')).toBeVisible();
  });

  it('requires the exact name for an irreversible action', async () => {
    render(<Location typeToConfirm="Warsaw" />);
    const field = screen.getByRole('textbox', { name: 'Type Warsaw to confirm' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, 'warsaw{Enter}');
    expect(screen.getByRole('button', { name: 'Delete location' })).toBeDisabled();
    expect(screen.getByText('still here')).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, 'Warsaw{Enter}');
    expect(screen.getByText('gone')).toBeVisible();
  });
});
