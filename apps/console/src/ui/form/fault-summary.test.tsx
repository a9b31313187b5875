import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { showError } from '../../lib/form-errors.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import { AdvancedSection } from './advanced-section.tsx';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';
import { useZodForm } from './use-zod-form.ts';

const text = z.string().min(2);
const Fields = z.object({ city: text, name: text, port: text, note: text });
const fields = [
  { field: 'port', rule: 'too_long', msg: 'x' },
  { field: 'name', rule: 'too_long', msg: 'x' },
];

function LongForm({ values }: { values: z.infer<typeof Fields> }) {
  const form = useZodForm(Fields, { defaultValues: values });
  const refuse = () => showError(form, new ApiError({ status: 400, code: 'invalid_input', fields }));
  return (
    <Form form={form} onSubmit={refuse}>
      <TextField name="name" label="Name" />
      <TextField name="city" label="City" />
      <TextField name="port" label="Port" />
      <AdvancedSection title="Advanced" names={['note']} defaults={{ note: 'none' }}>
        <TextField name="note" label="Note" />
      </AdvancedSection>
      <button type="submit">Send</button>
    </Form>
  );
}

function renderForm(values: Partial<z.infer<typeof Fields>> = {}) {
  render(
    <ThemeProvider env="test">
      <LongForm values={{ name: 'Gate', city: 'Warsaw', port: '51820', note: 'none', ...values }} />
    </ThemeProvider>,
  );
  return { user: userEvent.setup(), send: screen.getByRole('button', { name: 'Send' }) };
}

const links = (list: HTMLElement) =>
  within(list)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

it('lists the faults in the order of the page, and focuses the list, then the field of a link', async () => {
  const { user, send } = renderForm({ name: '', city: '', note: '' });
  await user.click(send);
  const list = await screen.findByRole('alert', { name: '3 fields need your attention' });
  expect(list).toHaveFocus();
  expect(links(list)).toEqual(['Name', 'City', 'Note']);
  await user.click(within(list).getByRole('button', { name: 'Note' }));
  expect(screen.getByLabelText('Note')).toHaveFocus();
  expect(screen.getByLabelText('Note')).toBeVisible();
  await user.type(screen.getByLabelText('Note'), 'none');
  expect(await screen.findByRole('alert', { name: '2 fields need your attention' })).toHaveTextContent('(corrected)');
});

it('focuses the field instead if only one is invalid', async () => {
  const { user, send } = renderForm({ city: '' });
  await user.click(send);
  expect(await screen.findByText(/^Use at least/)).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('lists the faults that the server has found', async () => {
  const { user, send } = renderForm();
  await user.click(send);
  const list = await screen.findByRole('alert', { name: '2 fields need your attention' });
  expect(links(list)).toEqual(['Name', 'Port']);
  expect(list).toHaveFocus();
});

it('opens a section with a value that is not the default, which can be closed', async () => {
  const { user } = renderForm({ note: 'changed' });
  expect(screen.getByLabelText('Note')).toBeVisible();
  await user.click(screen.getByText('Advanced'));
  expect(screen.getByLabelText('Note')).not.toBeVisible();
  expect(screen.getByText('1 changed')).toBeVisible();
});
