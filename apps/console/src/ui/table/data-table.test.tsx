import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import { rowHeightPixels } from '../theme/tokens.ts';
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

const peek = ({ name }: Person) => ({ title: name, open: <a href={`/${name}`}>Open</a>, content: `facts of ${name}` });

function People({ people, sort: first, shown = columns }: { people: Person[]; sort?: string; shown?: typeof columns }) {
  const [sort, setSort] = useState(first);
  return (
    <ThemeProvider env="test">
      <DataTable
        label="Users"
        data={people}
        columns={shown}
        getId={({ id }) => id}
        getName={({ name }) => name}
        sort={sort}
        onSortChange={setSort}
        bulkActions={(selected) => <p>{`chosen: ${selected.map(({ name }) => name).join(' ')}`}</p>}
        opens
        peek={peek}
        empty={<p>No users yet</p>}
      />
    </ThemeProvider>
  );
}

const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('DataTable', () => {
  it('sorts texts without regard to case, with numbers as numbers', async () => {
    render(<People people={['person 10', 'Person 9', 'ädam', 'Zoe', 'bob'].map((name) => person(name))} sort="name" />);
    expect(names()).toEqual(['ädam', 'bob', 'Person 9', 'person 10', 'Zoe']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Zoe', 'person 10', 'Person 9', 'bob', 'ädam']);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('puts missing values last in both directions', async () => {
    render(<People people={[person('a'), person('b', 2), person('c', 10)]} sort="devices" />);
    expect(names()).toEqual(['b', 'c', 'a']);
    await userEvent.click(screen.getByRole('button', { name: 'Devices' }));
    expect(names()).toEqual(['c', 'b', 'a']);
  });

  it('sorts in descending order first where the column says so', async () => {
    const shown = columns.map((column) => ({ ...column, descendingFirst: column.id === 'devices' }));
    render(<People people={[person('a', 2), person('b', 10), person('c')]} sort="name" shown={shown} />);
    await userEvent.click(screen.getByRole('button', { name: 'Devices' }));
    expect(names()).toEqual(['b', 'a', 'c']);
    await userEvent.click(screen.getByRole('button', { name: 'Devices' }));
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('retains the given order for an unknown column', () => {
    render(<People people={[person('b'), person('a')]} sort="constructor" />);
    expect(names()).toEqual(['b', 'a']);
  });

  it('renders only the visible rows of ten thousand, with the total', () => {
    render(<People people={Array.from({ length: 10_000 }, (_, index) => person(`p${index}`))} />);
    expect(screen.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-rowcount', '10001');
    expect(names().length).toBeGreaterThan(10);
    expect(names().length).toBeLessThan(100);
  });

  it('renders the rows at the scroll position, in their places', () => {
    render(<People people={Array.from({ length: 10_000 }, (_, index) => person(`p${index}`))} />);
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(5_000 * rowHeightPixels);
    act(() => void window.dispatchEvent(new Event('scroll')));
    const row = screen.getByRole('link', { name: 'p5000' }).closest('tr');
    expect(row).toHaveAttribute('aria-rowindex', '5002');
    expect(names()).not.toContain('p0');
    const [before] = screen.getByRole('table').querySelectorAll<HTMLElement>('tbody td');
    const rowsBefore = Number(names()[0]?.slice(1));
    expect(before).toHaveStyle({ height: `${rowsBefore * rowHeightPixels}px` });
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

  it('acts only on selected rows that are shown', async () => {
    const { rerender } = render(<People people={[person('a'), person('b')]} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    rerender(<People people={[person('b')]} />);
    expect(screen.getByText('chosen: b')).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('moves between rows with j, k, Home and End, selects with x, and opens the summary with Space', async () => {
    const user = userEvent.setup();
    render(<People people={['a', 'b', 'c'].map((name) => person(name))} />);
    await user.keyboard('jj');
    expect(screen.getByRole('link', { name: 'b' })).toHaveFocus();
    await user.keyboard('k');
    expect(screen.getByRole('link', { name: 'a' })).toHaveFocus();
    await user.keyboard('{End}xk');
    expect(screen.getByText('chosen: c')).toBeVisible();
    await user.keyboard(' ');
    expect(await screen.findByRole('region', { name: 'b' })).toHaveTextContent('facts of b');
    await user.keyboard(' ');
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('leaves keys to fields and to keys with a modifier', async () => {
    const user = userEvent.setup();
    render(
      <>
        <input aria-label="Search" />
        <People people={[person('a')]} />
      </>,
    );
    await user.type(screen.getByLabelText('Search'), 'jx');
    expect(screen.getByLabelText('Search')).toHaveValue('jx');
    expect(screen.queryByText(/chosen/)).toBeNull();
    await user.click(document.body);
    await user.keyboard('{Control>}j{/Control}');
    expect(screen.getByRole('link', { name: 'a' })).not.toHaveFocus();
  });

  it('has one row in the tab order: the one that had the focus last', async () => {
    const user = userEvent.setup();
    render(<People people={['a', 'b', 'c'].map((name) => person(name))} />);
    const stops = () => screen.getAllByRole('checkbox', { name: /^Select [abc]$/ }).map(({ tabIndex }) => tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    await user.keyboard('jjj');
    expect(stops()).toEqual([-1, -1, 0]);
  });

  it('follows the link of a row that is clicked beside its controls', async () => {
    const user = userEvent.setup();
    render(<People people={[person('a', 7)]} />);
    const followed = vi.fn((event: Event) => event.preventDefault());
    screen.getByRole('link', { name: 'a' }).addEventListener('click', followed);
    await user.click(screen.getByRole('cell', { name: '7' }));
    expect(followed).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('checkbox', { name: 'Select a' }));
    expect(followed).toHaveBeenCalledOnce();
  });

  it('opens a row in another tab with a modifier', async () => {
    const user = userEvent.setup();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    render(<People people={[person('a', 7)]} />);
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('cell', { name: '7' }));
    await user.keyboard('{/Control}');
    expect(open).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/a'), '_blank', 'noopener');
  });

  it('shows an empty state', () => {
    render(<People people={[]} />);
    expect(screen.getByText('No users yet')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('hides columns that do not fit a narrow window', () => {
    setWindowWidth(1100);
    render(<People people={[person('a')]} />);
    expect(screen.queryByRole('columnheader', { name: 'Note' })).not.toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Devices' })).toBeVisible();
  });

  it('shows cards with all columns on a phone', () => {
    setWindowWidth(360);
    render(<People people={[person('a', 3)]} />);
    const card = within(screen.getByRole('list', { name: 'Users' })).getByRole('listitem');
    expect(within(card).getByRole('link', { name: 'a' })).toBeVisible();
    expect(card).toHaveTextContent('Devices3Notex');
  });

  it('reserves the height of the cards that it does not render', () => {
    setWindowWidth(360);
    render(<People people={Array.from({ length: 10_000 }, (_, index) => person(`p${index}`))} />);
    const list = screen.getByRole('list', { name: 'Users' });
    const heights = [list, ...list.children].map(
      (element) => Number.parseFloat((element as HTMLElement).style.height) || 0,
    );
    expect(Math.max(...heights)).toBeGreaterThan(9_900 * columns.length * rowHeightPixels);
  });
});
