import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

interface Asked {
  readonly told: string[];
  /** Lets what was told last take effect. */
  settle: () => void;
}

/** What the field tells takes effect when it is asked to, as an address does that changes late. */
function List({ asked }: { asked: Asked }) {
  const [value, setValue] = useState('');
  asked.settle = () => act(() => setValue(asked.told.at(-1) ?? ''));
  return (
    <>
      <SearchField label="Search" value={value} onChange={(text) => void asked.told.push(text)} />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </>
  );
}

function givenList() {
  const asked: Asked = { told: [], settle: () => undefined };
  render(<List asked={asked} />, { wrapper: MantineProvider });
  return { field: screen.getByRole('searchbox'), asked, user: userEvent.setup({ delay: null }) };
}

it('keeps what is typed while that which was typed before takes effect', async () => {
  const { field, asked, user } = givenList();
  await user.type(field, 'an');
  await waitFor(() => expect(asked.told).toEqual(['an']));
  await user.type(field, 'na');
  asked.settle();
  await waitFor(() => expect(asked.told).toEqual(['an', 'anna']));
  expect(field).toHaveValue('anna');
});

it('forgets what was typed and not told yet when the search is cleared elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { field, asked, user } = givenList();
  await user.type(field, 'an');
  await waitFor(() => expect(asked.told).toEqual(['an']));
  asked.settle();
  await user.type(field, 'x');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(asked.told).toEqual(['an']);
  expect(field).toHaveValue('');
});
