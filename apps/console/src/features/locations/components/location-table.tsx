import type { LocationInfo } from '@gatewarden/contract/locations';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipList } from '../../../ui/chip-list.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useLocationStats } from '../use-location-stats.ts';
import { GatewayState } from './gateway-state.tsx';
import { PeopleCell, TrendCell } from './location-cells.tsx';
import { LocationMenu } from './location-menu.tsx';
import { useLocationPeek } from './location-peek.tsx';

interface Props {
  locations: readonly LocationInfo[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  empty: ReactNode;
}

/** Table of locations with gateways, connected people, traffic, networks and access. */
export function LocationTable({ locations, sort, onSortChange, empty }: Props) {
  const { t } = useTranslation('locations');
  const columns = useLocationColumns();
  const peek = useLocationPeek();
  const phone = useMemo(
    () => ({
      line2: (location: LocationInfo) => <GatewayState gateways={location.gateways} />,
      trailing: ({ id }: LocationInfo) => <PeopleCell locationId={id} />,
    }),
    [],
  );
  return (
    <DataTable
      label={t('title')}
      data={locations}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      sort={sort}
      onSortChange={onSortChange}
      rowActions={(location, row) => (
        <LocationMenu location={location} withPages onPeek={row.peek} onDeleted={() => undefined} />
      )}
      opens
      peek={peek}
      phone={phone}
      empty={empty}
    />
  );
}

function useLocationColumns(): Column<LocationInfo>[] {
  const { t } = useTranslation('locations');
  const { trends } = useLocationStats();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        cell: ({ id, name }) => (
          <RowLink to="/locations/$locationId" params={{ locationId: String(id) }} title={name}>
            {name}
          </RowLink>
        ),
        sortValue: ({ name }) => name,
        share: 1.75,
      },
      {
        id: 'gateways',
        header: t('column.gateways'),
        cell: ({ gateways }) => <GatewayState gateways={gateways} />,
        share: 2.7,
      },
      {
        id: 'people',
        header: t('column.people'),
        cell: ({ id }) => <PeopleCell locationId={id} />,
        sortValue: ({ id }) => trends?.get(id)?.stats.current_active_users,
        share: 1.25,
      },
      {
        id: 'trend',
        header: t('column.trend'),
        cell: ({ id }) => <TrendCell locationId={id} />,
        share: 1.75,
        from: 'desktop',
      },
      {
        id: 'networks',
        header: t('column.networks'),
        cell: ({ address }) => address.join(', '),
        sortValue: ({ address }) => address[0],
        share: 1.75,
        from: 'desktop',
      },
      {
        id: 'access',
        header: t('column.access'),
        cell: ({ allowed_groups: groups }) =>
          groups.length === 0 ? t('all_users') : <ChipList items={groups} max={1} />,
        share: 1.5,
        from: 'wide',
      },
    ],
    [t, trends],
  );
}
