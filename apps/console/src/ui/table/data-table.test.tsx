import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

interface Person {
  id: string;
  name: string;
  devices: number | undefined;
}

const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <a href={`/${name}`}>{name}</a>, sortValue: ({ name }) => name },
  { id: 'devices', header: 'Devices', cell: ({ devices }) => devices ?? '–', sortValue: ({ devices }) => devices },
  { id: 'note', header: 'Note', cell: () => 'x', from: 'wide' },
];
const person = (name: string, devices?: number): Person => ({ id: name, name, devices });

function People({ people, sort: first }: { people: Person[]; sort?: string }) {
  const [sort, setSort] = useState(first);
  return (
    <ThemeProvider env="test">
      <DataTable
        label="Users"
        data={people}
        columns={columns}
        getId={({ id }) => id}
        getName={({ name }) => name}
        sort={sort}
        onSortChange={setSort}
        bulkActions={(selected) => <p>{`chosen: ${selected.map(({ name }) => name).join(' ')}`}</p>}
        empty={<p>Nobody yet</p>}
      />
    </ThemeProvider>
  );
}

const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('a list', () => {
  it('sorts by a column as people do: without regard to case, numbers as numbers', async () => {
    render(<People people={['person 10', 'Person 9', 'ädam', 'Zoe', 'bob'].map((name) => person(name))} sort="name" />);
    expect(names()).toEqual(['ädam', 'bob', 'Person 9', 'person 10', 'Zoe']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Zoe', 'person 10', 'Person 9', 'bob', 'ädam']);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('puts what has no value last, whichever way it is sorted', async () => {
    render(<People people={[person('a'), person('b', 2), person('c', 10)]} sort="devices" />);
    expect(names()).toEqual(['b', 'c', 'a']);
    await userEvent.click(screen.getByRole('button', { name: 'Devices' }));
    expect(names()).toEqual(['c', 'b', 'a']);
  });

  it('stays in its own order when the address asks for a column that is none', () => {
    render(<People people={[person('b'), person('a')]} sort="constructor" />);
    expect(names()).toEqual(['b', 'a']);
  });

  it('of ten thousand draws only what the window shows, and says how many there are', () => {
    render(<People people={Array.from({ length: 10_000 }, (_, index) => person(`p${index}`))} />);
    expect(screen.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-rowcount', '10001');
    expect(names().length).toBeGreaterThan(10);
    expect(names().length).toBeLessThan(100);
  });

  it('selects one, a range with shift, and all', async () => {
    const user = userEvent.setup();
    render(<People people={['a', 'b', 'c', 'd'].map((name) => person(name))} />);
    await user.click(screen.getByRole('checkbox', { name: 'Select b' }));
    expect(screen.getByText('chosen: b')).toBeVisible();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select d' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('chosen: b c d')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('4 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected/)).not.toBeInTheDocument();
  });

  it('acts on what is shown, not on what a filter hides', async () => {
    const { rerender } = render(<People people={[person('a'), person('b')]} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    rerender(<People people={[person('b')]} />);
    expect(screen.getByText('chosen: b')).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('says what it is for when it is empty', () => {
    render(<People people={[]} />);
    expect(screen.getByText('Nobody yet')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('leaves out what a narrow window has no room for', () => {
    setWindowWidth(1100);
    render(<People people={[person('a')]} />);
    expect(screen.queryByRole('columnheader', { name: 'Note' })).not.toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Devices' })).toBeVisible();
  });

  it('becomes cards on a phone, each with every column', () => {
    setWindowWidth(360);
    render(<People people={[person('a', 3)]} />);
    const card = within(screen.getByRole('list', { name: 'Users' })).getByRole('listitem');
    expect(within(card).getByRole('link', { name: 'a' })).toBeVisible();
    expect(card).toHaveTextContent('Devices3Notex');
  });
});
