import type { LocationInfo } from '@gatewarden/contract/locations';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { directions } from '../../../ui/chart/direction.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ConnectionBadge, useLocationStats } from '../../locations/index.ts';
import { gatewaysOf, type LocationListProps, TrafficLink } from './location-list.tsx';
import { ActiveNow, LocationSparkline, Transferred } from './location-traffic.tsx';

/** One row per location, with the same data as the cards. */
export function LocationRows({ locations, ...rest }: LocationListProps) {
  const { t } = useTranslation('traffic');
  const columns = useColumns(rest);
  return (
    <DataTable
      label={t('locations.title')}
      data={locations}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      empty={null}
    />
  );
}

function useColumns({ hours, gateways, gatewaysFailed }: Omit<LocationListProps, 'locations'>): Column<LocationInfo>[] {
  const { t } = useTranslation(['traffic', 'common']);
  const { trends, peak, isError } = useLocationStats(hours);
  return useMemo(() => {
    const trafficOf = ({ id }: LocationInfo) => ({
      trend: trends?.get(id),
      isUnknown: isError || trends !== undefined,
    });
    return [
      { id: 'name', header: t('column.location'), cell: (location) => <TrafficLink location={location} />, share: 1.5 },
      {
        id: 'gateways',
        header: t('column.gateways'),
        cell: (location) => <ConnectionBadge gateways={gatewaysOf(location, gateways)} failed={gatewaysFailed} />,
        share: 2.75,
      },
      {
        id: 'active',
        header: t('column.active'),
        cell: (location) => <ActiveNow {...trafficOf(location)} />,
        share: 2,
      },
      ...directions.map(
        (direction): Column<LocationInfo> => ({
          id: direction,
          header: t(`common:traffic.${direction}`),
          cell: (location) => <Transferred {...trafficOf(location)} direction={direction} />,
          align: 'end',
          share: 1.25,
        }),
      ),
      {
        id: 'course',
        header: t('column.course'),
        cell: (location) => <LocationSparkline trend={trends?.get(location.id)} peak={peak} inRow />,
        share: 2,
        from: 'wide',
      },
    ];
  }, [t, gateways, gatewaysFailed, trends, peak, isError]);
}
