import type { LocationDevice } from '@gatewarden/contract/traffic';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListTools } from '../../../ui/list/list-tools.tsx';
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { ListPager } from '../../../ui/list-pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PersonLink } from '../../../ui/person-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { deviceSorts, devicesPageSize, locationDevicesQuery } from '../traffic.queries.ts';
import styles from './location-devices-screen.module.css';

const route = getRouteApi('/signed-in/admin/locations/$locationId/devices');

/** Devices of a location with owner, address and last connection, by page. */
export function LocationDevicesScreen() {
  const { t } = useTranslation(['traffic', 'common']);
  const id = Number(route.useParams().locationId);
  const { q = '', sort = 'name', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const devices = useQuery(locationDevicesQuery(id, { search: q, sort, page }));
  const columns = useColumns();
  const choice = useColumnChoice('location_devices', columns);
  const { data } = devices;
  const narrow = (changes: { q?: string | undefined; sort?: typeof sort | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }), replace: true });
  const sortBy = (to: string) => narrow({ sort: deviceSorts.find((each) => each === to && each !== 'name') });
  return (
    <Panel
      title={t('location_devices.title')}
      text={data ? t('location_devices.count', { count: data.total_items }) : '\u00a0'}
      variant="open"
    >
      <ListTools
        search={
          <SearchField
            label={t('location_devices.search')}
            value={q}
            onChange={(text) => narrow({ q: text || undefined })}
          />
        }
        choice={choice}
        columns={columns}
        sort={sort}
        onSortChange={sortBy}
      />
      {devices.isPending ? (
        <ListSkeleton />
      ) : !data ? (
        <ErrorState
          error={devices.error}
          title={t('top.failed')}
          onRetry={() => void devices.refetch()}
          retrying={devices.isFetching}
        />
      ) : (
        <>
          <DataTable
            label={t('location_devices.title')}
            data={data.data}
            columns={choice.columns}
            getId={(device) => String(device.id)}
            getName={({ name }) => name}
            sort={sort}
            onSortChange={sortBy}
            opens
            empty={
              q === '' ? (
                <EmptyState
                  picture="devices"
                  title={t('location_devices.empty')}
                  text={t('location_devices.empty_text')}
                />
              ) : (
                <EmptyState title={t('common:table.no_match_title')} text={t('common:table.no_match_text')} />
              )
            }
          />
          <ListPager
            page={page}
            pageSize={devicesPageSize}
            total={data.total_items}
            onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to === 1 ? undefined : to }) })}
          />
        </>
      )}
    </Panel>
  );
}

/** Makes a column sortable and leaves the rows of the page in the order of the server, which sorts all pages. */
const sortedByServer = () => undefined;

function useColumns(): readonly Column<LocationDevice>[] {
  const { t } = useTranslation('traffic');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.device'),
        share: 2,
        sortValue: sortedByServer,
        cell: ({ id, name, device_type, username }) =>
          device_type === 'network' ? (
            name
          ) : (
            <RowLink to="/users/$username/devices/$deviceId" params={{ username, deviceId: String(id) }}>
              {name}
            </RowLink>
          ),
      },
      {
        id: 'owner',
        optional: true,
        header: t('location_devices.owner'),
        share: 2,
        sortValue: sortedByServer,
        cell: (device) =>
          device.device_type === 'network' ? t('connected.network_device') : <PersonLink person={device} />,
      },
      {
        id: 'addresses',
        optional: true,
        header: t('column.addresses'),
        share: 2,
        cell: ({ wireguard_ips: ips }) => ips.join(', '),
      },
      {
        id: 'last_connected',
        optional: true,
        header: t('location_devices.seen'),
        share: 1.5,
        descendingFirst: true,
        sortValue: sortedByServer,
        cell: (device) => <LastSeen device={device} />,
      },
      {
        id: 'public_ip',
        optional: true,
        header: t('column.public_ip'),
        share: 1.5,
        from: 'desktop',
        cell: ({ last_connected_ip: ip }) => ip ?? '–',
      },
    ],
    [t],
  );
}

function LastSeen({ device: { stopped_at, is_active, last_connected_at: at } }: { device: LocationDevice }) {
  const { t } = useTranslation('traffic');
  if (stopped_at !== null) return <StatusBadge tone="danger">{t('location_devices.off')}</StatusBadge>;
  if (is_active) return <StatusBadge tone="success">{t('location_devices.now')}</StatusBadge>;
  if (at === null) return <span className={styles.never}>{t('location_devices.never')}</span>;
  return <RelativeTime at={at} />;
}
