import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Form } from './form.tsx';
import { MultiSelectField } from './multi-select-field.tsx';
import { SelectField } from './select-field.tsx';
import { useZodForm } from './use-zod-form.ts';

const Choice = z.object({ group: z.string(), groups: z.array(z.string()), fixed: z.array(z.string()) });
type Choice = z.infer<typeof Choice>;
const options = ['All users', 'Finance', 'Support'].map((label) => ({ value: label.toLowerCase(), label }));

function ChoiceForm({ onSubmit }: { onSubmit: (fields: Choice) => void }) {
  const form = useZodForm<Choice, Choice>(Choice, {
    defaultValues: { group: 'all users', groups: [], fixed: ['finance'] },
  });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <SelectField name="group" label="Group" options={options} searchable />
      <MultiSelectField name="groups" label="Groups" options={options} />
      <MultiSelectField
        name="fixed"
        label="Fixed"
        options={options.map((option) => ({ ...option, disabled: option.value === 'finance' }))}
      />
      <button type="submit">Save</button>
    </Form>
  );
}

function renderForm() {
  const submitted: Choice[] = [];
  render(
    <MantineProvider env="test">
      <ChoiceForm onSubmit={(fields) => submitted.push(fields)} />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { submitted, user, save };
}

it('selects the first match of several with Enter, and nothing before something is typed', async () => {
  const { submitted, user, save } = renderForm();
  await user.click(screen.getByRole('combobox', { name: 'Groups' }));
  await user.keyboard('{Enter}');
  await user.keyboard('fin');
  await screen.findByRole('option', { name: 'Finance' });
  await user.keyboard('{Enter}{Enter}');
  await save();
  await expect.poll(() => submitted.at(-1)?.groups).toEqual(['finance']);
});

it('retains a selected option that is disabled', async () => {
  const { submitted, user, save } = renderForm();
  const field = screen.getByRole('combobox', { name: 'Fixed' });
  await user.click(field);
  await user.keyboard('{Backspace}');
  await user.click(await screen.findByRole('option', { name: 'Support' }));
  await user.keyboard('{Backspace}{Backspace}');
  await save();
  await expect.poll(() => submitted.at(-1)?.fixed).toEqual(['finance']);
});

it('replaces the text of the selected one when something is typed', async () => {
  const { submitted, user, save } = renderForm();
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Group' });
  await user.tab();
  expect(field).toHaveFocus();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('All users');
  await user.keyboard('supp');
  expect(field).toHaveValue('supp');
  await user.keyboard('{Enter}');
  await save();
  await expect.poll(() => submitted).toEqual([{ group: 'support', groups: [], fixed: ['finance'] }]);
});
