import type { LocationInfo } from '@gatewarden/contract/locations';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipList } from '../../../ui/chip-list.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { GatewayState } from './gateway-state.tsx';
import { LocationMenu } from './location-menu.tsx';

interface Props {
  locations: readonly LocationInfo[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  empty: ReactNode;
}

/** Table of locations with gateways, networks, endpoint and access. */
export function LocationTable({ locations, sort, onSortChange, empty }: Props) {
  const { t } = useTranslation('locations');
  const columns = useLocationColumns();
  const phone = useMemo(
    () => ({ line2: (location: LocationInfo) => <GatewayState gateways={location.gateways} /> }),
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
      rowActions={(location) => <LocationMenu location={location} withPages onDeleted={() => undefined} />}
      opens
      phone={phone}
      empty={empty}
    />
  );
}

function useLocationColumns(): Column<LocationInfo>[] {
  const { t } = useTranslation('locations');
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
        share: 2.25,
      },
      {
        id: 'networks',
        header: t('column.networks'),
        cell: ({ address }) => address.join(', '),
        sortValue: ({ address }) => address[0],
        share: 2,
      },
      {
        id: 'endpoint',
        header: t('column.endpoint'),
        cell: (location) => endpointOf(location),
        sortValue: endpointOf,
        share: 2.5,
        from: 'desktop',
      },
      {
        id: 'access',
        header: t('column.access'),
        cell: ({ allowed_groups: groups }) => (groups.length === 0 ? t('all_users') : <ChipList items={groups} />),
        share: 1.5,
        from: 'wide',
      },
    ],
    [t],
  );
}

function endpointOf({ endpoint, port }: LocationInfo): string {
  return formatEndpoint({ host: endpoint, port });
}
