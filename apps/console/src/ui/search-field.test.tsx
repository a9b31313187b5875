import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

interface Changes {
  readonly values: string[];
  /** Applies the last reported value. */
  settle: () => void;
}

/** The reported value takes effect only when the test settles it, like an address that changes late. */
function List({ changes }: { changes: Changes }) {
  const [value, setValue] = useState('');
  changes.settle = () => act(() => setValue(changes.values.at(-1) ?? ''));
  return (
    <>
      <SearchField label="Search" value={value} onChange={(text) => void changes.values.push(text)} />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </>
  );
}

function givenList() {
  const changes: Changes = { values: [], settle: () => undefined };
  render(<List changes={changes} />, { wrapper: MantineProvider });
  return { field: screen.getByRole('searchbox'), changes, user: userEvent.setup({ delay: null }) };
}

it('retains new input while an earlier value takes effect', async () => {
  const { field, changes, user } = givenList();
  await user.type(field, 'an');
  await waitFor(() => expect(changes.values).toEqual(['an']));
  await user.type(field, 'na');
  changes.settle();
  await waitFor(() => expect(changes.values).toEqual(['an', 'anna']));
  expect(field).toHaveValue('anna');
});

it('discards unreported input when the search is cleared elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { field, changes, user } = givenList();
  await user.type(field, 'an');
  await waitFor(() => expect(changes.values).toEqual(['an']));
  changes.settle();
  await user.type(field, 'x');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(changes.values).toEqual(['an']);
  expect(field).toHaveValue('');
});
