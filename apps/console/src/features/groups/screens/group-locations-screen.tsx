import type { LocationInfo } from '@gatewarden/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ConnectionBadge, locationsQuery } from '../../locations/index.ts';
import { AccessReason, reachableLocations } from '../components/group-access.tsx';
import { useGroup } from '../use-group.ts';

/** The locations that the members can connect to, and why. */
export function GroupLocationsScreen() {
  const { t } = useTranslation('groups');
  const { group } = useGroup();
  const locations = useQuery(locationsQuery());
  const reachable = useMemo(
    () => group && locations.data && reachableLocations(group, locations.data),
    [group, locations.data],
  );
  const columns = useColumns(group?.name);
  if (!group) return null;
  if (locations.isPending) return <ListSkeleton count={4} />;
  if (!reachable) {
    return (
      <ErrorState error={locations.error} onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
    );
  }
  return (
    <DataTable
      label={t('field.locations')}
      data={reachable}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={(location) => location.name}
      opens
      phone={{ line2: (location) => <AccessReason location={location} group={group.name} /> }}
      empty={<EmptyState picture="network" title={t('locations.none_title')} text={t('locations.none_text')} />}
    />
  );
}

function useColumns(group = ''): readonly Column<LocationInfo>[] {
  const { t } = useTranslation('groups');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('locations.location'),
        share: 2,
        cell: ({ id, name }) => (
          <RowLink to="/locations/$locationId/access" params={{ locationId: String(id) }} title={name}>
            {name}
          </RowLink>
        ),
      },
      {
        id: 'reason',
        header: t('locations.reason'),
        share: 2.5,
        cell: (location) => <AccessReason {...{ location, group }} />,
      },
      {
        id: 'gateways',
        header: t('locations.gateways'),
        share: 2,
        cell: ({ gateways }) => <ConnectionBadge gateways={gateways} short />,
      },
    ],
    [t, group],
  );
}
