import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { TrafficChart } from '../../../ui/chart/traffic-chart.tsx';
import type { TrafficPoint } from '../../../ui/chart/traffic-point.ts';
import { CommandLine } from '../../../ui/command-line.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { FigureRow } from '../../../ui/figure-row.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { SummaryColumns } from '../../../ui/summary-columns.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly devices: number;
  readonly tone: 'success' | 'warning' | 'danger' | 'info' | 'neutral';
}

const people: readonly Person[] = [
  { name: 'Emma Walker', email: 'emma.walker@example.com', devices: 3, tone: 'success' },
  { name: 'Kim Min-jun', email: 'minjun.kim@example.com', devices: 1, tone: 'warning' },
  { name: 'Anna Stępień', email: 'anna.stepien@example.com', devices: 12, tone: 'danger' },
  { name: 'W'.repeat(64), email: `${'w'.repeat(60)}@example.com`, devices: 0, tone: 'neutral' },
];

const columns: readonly Column<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name, share: 2 },
  { id: 'email', header: 'Email', cell: ({ email }) => email, sortValue: ({ email }) => email, share: 2 },
  { id: 'state', header: 'State', cell: ({ tone }) => <StatusBadge tone={tone}>{tone}</StatusBadge> },
  {
    id: 'devices',
    header: 'Devices',
    cell: ({ devices }) => devices,
    sortValue: ({ devices }) => devices,
    align: 'end',
  },
];

/** An hour with a gap, at a fixed time so that its picture does not change. */
const points: readonly TrafficPoint[] = Array.from({ length: 60 }, (_, minute) => {
  const isGap = minute >= 30 && minute < 35;
  const wave = (period: number) => Math.round((1 + Math.sin(minute / period)) * 4_000_000);
  return {
    at: new Date(Date.UTC(2026, 10, 23, 9, minute)),
    down: isGap ? null : wave(7),
    up: isGap ? null : wave(5) / 4,
    seconds: 60,
  };
});

/** Figures, tables, facts, badges and charts. */
export function Data() {
  const [sort, setSort] = useState('name');
  return (
    <>
      <FigureRow
        figures={[
          { label: 'People connected', value: 12, hint: '38 in the last hour' },
          { label: 'Download', value: '1.4 GB', hint: 'to devices', direction: 'down' },
          { label: 'Upload', value: '65.6 MB', hint: 'from devices', direction: 'up' },
          { label: 'Loading', value: undefined },
        ]}
      />
      <DataTable
        label="People"
        data={people}
        columns={columns}
        getId={({ name }) => name}
        getName={({ name }) => name}
        sort={sort}
        onSortChange={setSort}
        rowActions={({ name }) => (
          <ActionsMenu label={`Actions for ${name}`}>
            <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => undefined}>
              Delete
            </DangerItem>
          </ActionsMenu>
        )}
        bulkActions={() => null}
        empty={<EmptyState picture="people" title="No people" text="Add the first one." />}
      />
      <Panel title="Facts" text="One per line, with a copy button where useful">
        <FactList
          facts={[
            { label: 'Endpoint', value: 'vpn.example.com:51820', copy: 'vpn.example.com:51820' },
            { label: 'Networks', value: '10.20.0.1/24, fd20::1/64' },
            { label: 'Last seen', value: null },
          ]}
        />
      </Panel>
      <SummaryColumns
        main={
          <Panel title="What to check">
            <CommandLine label="Is it running?" command="sudo systemctl status gatewarden-gateway" />
          </Panel>
        }
        side={
          <Panel title="Server">
            <FactList facts={[{ label: 'Host name', value: 'edge-1' }]} />
          </Panel>
        }
      />
      <Panel title="Traffic">
        <TrafficChart points={points} label="Traffic of an example" />
        <Sparkline points={points} />
      </Panel>
    </>
  );
}
