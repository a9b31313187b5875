import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Form } from './form.tsx';
import { FormActions } from './form-actions.tsx';
import { FormDialog } from './form-dialog.tsx';
import { TextField } from './text-field.tsx';
import { useZodForm } from './use-zod-form.ts';

const names = ['first', 'second', 'third', 'fourth'] as const;
const Fields = z.object(Object.fromEntries(names.map((name) => [name, z.string().min(1)])));
type Fields = z.infer<typeof Fields>;

function Example({ onClose }: { onClose: () => void }) {
  const form = useZodForm<Fields, Fields>(Fields, {
    defaultValues: Object.fromEntries(names.map((name) => [name, ''])),
  });
  return (
    <FormDialog title="Edit location" onClose={onClose}>
      <Form form={form} onSubmit={() => undefined}>
        {names.map((name) => (
          <TextField key={name} name={name} label={name} />
        ))}
        <FormActions submitLabel="Save" submitting={false} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}

async function renderDialog() {
  const onClose = vi.fn();
  const history = createMemoryHistory();
  const router = createRouter({
    history,
    routeTree: createRootRoute({ component: () => <Example onClose={onClose} /> }),
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Edit location' });
  const user = userEvent.setup();
  const ways = {
    'the Escape key': () => user.keyboard('{Escape}'),
    'the close button': () => user.click(dialog.querySelector('header button') ?? dialog),
    'the cancel button': () => user.click(screen.getByRole('button', { name: 'Cancel' })),
    'a click outside': () => user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body),
  };
  return { onClose, user, ways };
}

const waysOut = ['the Escape key', 'the close button', 'the cancel button', 'a click outside'] as const;

it.each(waysOut)('closes without a question on %s when nothing has changed', async (way) => {
  const { onClose, ways } = await renderDialog();
  await ways[way]();
  expect(onClose).toHaveBeenCalledOnce();
});

it.each(waysOut)('asks before changes are discarded on %s', async (way) => {
  const { onClose, user, ways } = await renderDialog();
  await user.type(screen.getByLabelText('first'), 'Warsaw');
  await ways[way]();
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  expect(question).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull());
  expect(screen.getByLabelText('first')).toHaveValue('Warsaw');
  expect(onClose).not.toHaveBeenCalled();
  await ways[way]();
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('focuses the first invalid field and lists no faults above the form', async () => {
  const { user } = await renderDialog();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText('first')).toHaveFocus());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('focuses the first field, not the button that closes the dialog', async () => {
  await renderDialog();
  await waitFor(() => expect(screen.getByLabelText('first')).toHaveFocus());
});
