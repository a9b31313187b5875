import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';
import { useZodForm } from './use-zod-form.ts';

const Named = z.object({ name: z.string().min(3) });
type Named = z.infer<typeof Named>;

function NameForm({ load, onSubmit }: { load: () => Promise<typeof Named>; onSubmit: (fields: Named) => void }) {
  const form = useZodForm<Named, Named>(load, { defaultValues: { name: '' } });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextField name="name" label="Name" />
      <button type="submit">Save</button>
    </Form>
  );
}

function renderForm(load: () => Promise<typeof Named>) {
  const submitted: Named[] = [];
  render(
    <MantineProvider>
      <NameForm load={load} onSubmit={(fields) => submitted.push(fields)} />
    </MantineProvider>,
  );
  return { submitted, user: userEvent.setup(), save: screen.getByRole('button', { name: 'Save' }) };
}

describe('a form whose schema is loaded on demand', () => {
  it('loads it at the first change', async () => {
    let isRequested = false;
    const { user } = renderForm(async () => {
      isRequested = true;
      return Named;
    });
    expect(isRequested).toBe(false);
    await user.type(screen.getByLabelText('Name'), 'A');
    expect(isRequested).toBe(true);
  });

  it('submits once when it is submitted twice before the schema arrives', async () => {
    const { promise: schema, resolve: arrive } = Promise.withResolvers<typeof Named>();
    const { submitted, user, save } = renderForm(() => schema);
    await user.type(screen.getByLabelText('Name'), 'Warsaw');
    await user.click(save);
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(submitted).toEqual([]);
    arrive(Named);
    await expect.poll(() => submitted).toEqual([{ name: 'Warsaw' }]);
  });

  it('submits nothing and says so when the schema cannot be loaded, and works once it can', async () => {
    let isReachable = false;
    const { submitted, user, save } = renderForm(async () => {
      if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
      return Named;
    });
    await user.type(screen.getByLabelText('Name'), 'Warsaw');
    await user.click(save);
    expect(await screen.findByRole('alert')).toHaveTextContent(/\S/);
    expect(submitted).toEqual([]);
    isReachable = true;
    await user.dblClick(save);
    await expect.poll(() => submitted).toEqual([{ name: 'Warsaw' }]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
