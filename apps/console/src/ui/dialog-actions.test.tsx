import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormActions } from './form/form-actions.tsx';

const nothing = () => undefined;

const dialogs = {
  'a dialog that confirms': (
    <ConfirmDialog
      opened
      onClose={nothing}
      onConfirm={nothing}
      title="Delete?"
      consequences="It is gone."
      confirmLabel="Delete"
    />
  ),
  'a dialog with a form': <FormActions submitLabel="Delete" submitting={false} onCancel={nothing} />,
};

it.each(Object.entries(dialogs))('puts the primary button last in %s', (_name, dialog) => {
  render(<MantineProvider env="test">{dialog}</MantineProvider>);
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names.slice(-2)).toEqual(['Cancel', 'Delete']);
});
