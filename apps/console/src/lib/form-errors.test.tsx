import type { ErrorCode } from '@gatewarden/contract/errors';
import { render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { Form } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { ApiError } from './api-error.ts';
import { showError } from './form-errors.ts';

type Facts = Omit<ConstructorParameters<typeof ApiError>[0], 'status' | 'code'>;

/** Renders a submitted form and refuses it with this error. */
async function givenRefusedForm(code: ErrorCode, facts: Facts = {}) {
  const error = new ApiError({ status: 400, code, ...facts });
  render(
    <ThemeProvider env="test">
      <RefusedForm error={error} />
    </ThemeProvider>,
  );
  (await screen.findByRole('button', { name: 'Send' })).click();
}

function RefusedForm({ error }: { error: ApiError }) {
  const form = useForm({ defaultValues: { name: 'Warsaw', port: '1' }, shouldFocusError: false });
  return (
    <Form form={form} onSubmit={() => showError(form, error)}>
      <TextField name="name" label="Name" />
      <TextField name="port" label="Port" />
      <button type="submit">Send</button>
    </Form>
  );
}

describe('showError', () => {
  it('shows every fault at its field and focuses the first', async () => {
    const fields = [
      { field: 'name', rule: 'too_long', msg: 'x' },
      { field: 'port', rule: 'username', msg: 'x' },
    ];
    await givenRefusedForm('invalid_input', { fields });
    expect(await screen.findByText(/^Use at most .* characters/)).toBeVisible();
    expect(screen.getByText(/^Start with a letter or digit/)).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeInvalid();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows an error code at the field it names', async () => {
    await givenRefusedForm('device_name_taken', { field: 'name' });
    expect(await screen.findByText('A device with this name already exists. Choose another name.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeInvalid();
  });

  it('shows an error without a field in a persistent toast', async () => {
    await givenRefusedForm('database_unavailable');
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot reach its database right now.');
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it('shows a toast for a field that the form does not have', async () => {
    await givenRefusedForm('address_invalid', { field: 'address' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter the gateway’s address with its prefix');
  });
});
