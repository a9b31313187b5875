import { Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { ChipList } from '../../../ui/chip-list.tsx';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CodeText } from '../../../ui/code-text.tsx';
import { ListTools } from '../../../ui/list/list-tools.tsx';
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { ViewTabs } from '../../../ui/list/view-tabs.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import styles from './sections.module.css';

interface Person {
  readonly name: string;
  readonly groups: readonly string[];
}

const columns: readonly Column<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name },
  { id: 'groups', header: 'Groups', optional: true, cell: ({ groups }) => <ChipList items={groups} /> },
];
const states = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
];
const views = [
  { label: 'All', filter: {} },
  { label: 'Without 2FA', filter: { mfa: 'off' } },
];
const key = 'xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=';
const steps = [
  { label: 'Previous page', icon: IconChevronLeft, to: 1, isEnabled: false },
  { label: 'Next page', icon: IconChevronRight, to: 2, isEnabled: true },
];

/** What is around lists and within their cells: views, search and filters, chips, code, times, pages. */
export function Lists() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<string | undefined>('active');
  const [sort, setSort] = useState<Sort>('name');
  const choice = useColumnChoice('components', columns);
  return (
    <>
      <ViewTabs list="components" views={views} filter={{ mfa: 'off' }} linkOf={() => ({ to: '/components' })} />
      <ListTools
        search={<SearchField label="Search people in the list" value={search} onChange={setSearch} />}
        filters={[
          { label: 'Status', value: state, options: states, onChange: setState },
          { label: 'Group', value: undefined, options: [], onChange: () => undefined, searchable: true },
        ]}
        clear={state !== undefined && <ClearFiltersButton onClick={() => setState(undefined)} />}
        choice={choice}
        columns={columns}
        sort={sort}
        onSortChange={setSort}
      />
      <div className={styles.columns}>
        <Stack gap="sm">
          <ChipList items={['Warsaw', 'Seoul']} />
          <ChipList items={['Warsaw', 'Seoul', 'Oslo', 'Rome']} />
          <ChipList items={[]} />
          <Text>
            <RelativeTime at="2030-01-02T11:55:00" />
          </Text>
          <LiveDot updatedAt={Date.now()} live />
          <LiveDot updatedAt={Date.now() - 90_000} live={false} />
        </Stack>
        <Stack gap="sm">
          <CodeText value={key} what="Public key" />
          <CodeText value={key} what="The same key" oneLine />
          <CodeText value="10.20.0.5, fd20:0:0:1234:5678:90ab:cdef:5" />
          <Text>
            <RichText text="A command such as <code>npm start</code> in a sentence." />
          </Text>
          <CodeBlock>{'[Peer]\nAllowedIPs = 10.20.0.0/16, fd20::/64'}</CodeBlock>
        </Stack>
      </div>
      <Pager label="Pages" text="Page 1 of 2" steps={steps} onPage={() => undefined} />
    </>
  );
}
