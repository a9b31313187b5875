import type { ListedDevice } from '@gatewarden/contract/traffic';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { ViewTabs } from '../../../ui/list/view-tabs.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { allDevicesQuery } from '../all-devices.queries.ts';
import { DeviceFilters } from '../components/device-filters.tsx';
import { DeviceListMenu } from '../components/device-list-menu.tsx';
import { DeviceTable } from '../components/device-table.tsx';
import { useDeviceColumns } from '../components/use-device-columns.tsx';
import { connectedTo, type DeviceFilter, filterDevices } from '../filter-devices.ts';

const RemoveDevicesDialog = lazy(async () => ({
  default: (await import('../components/remove-devices-dialog.tsx')).RemoveDevicesDialog,
}));

const route = getRouteApi('/signed-in/admin/devices');
const defaultSort = 'name';

/** What is about to be removed. */
interface Removal {
  readonly devices: readonly ListedDevice[];
  readonly onRemoved: () => void;
}

/** List of the devices of all users. */
export function DevicesScreen() {
  const { t } = useTranslation('devices');
  const { q: search, state, location, sort = defaultSort } = route.useSearch();
  const navigate = route.useNavigate();
  const devices = useQuery(allDevicesQuery());
  const names = useLocationNames();
  const filter = useMemo(() => ({ search, state, location }), [search, state, location]);
  const shown = useShown(devices.data, filter);
  const columns = useDeviceColumns(names);
  const choice = useColumnChoice('devices', columns);
  const [clearCount, setClearCount] = useState(0);
  const [removal, setRemoval] = useState<Removal>();
  const filterBy = (next: DeviceFilter) =>
    void navigate({ search: ({ sort: kept }) => ({ sort: kept, ...toSearch(next) }), replace: true });
  const sortBy = (to: string) => void navigate({ search: (before) => ({ ...before, sort: to }), replace: true });
  const clearFilters = () => {
    setClearCount((count) => count + 1);
    filterBy({});
  };
  const hasNone = devices.data?.length === 0;

  return (
    <>
      <PageHeader
        title={t('list.title')}
        state={devices.data && <DeviceCount all={devices.data} shown={shown.length} />}
        actions={
          <>
            {devices.data && !hasNone && <DeviceListMenu shown={shown} names={names} />}
            <ButtonLink to="/me/devices/new" leftSection={<IconPlus size="1rem" />}>
              {t('list.add')}
            </ButtonLink>
          </>
        }
      />
      <ViewTabs
        list="devices"
        views={[
          { label: t('all.all'), filter: {} },
          { label: t('all.state_is.connected'), filter: { state: 'connected' } },
          { label: t('all.state_is.never'), filter: { state: 'never' } },
          { label: t('all.state_is.idle'), filter: { state: 'idle' } },
        ]}
        filter={filter}
        linkOf={(next) => ({
          to: '/devices',
          search: { ...toSearch(next), sort: sort === defaultSort ? undefined : sort },
        })}
      />
      <DeviceFilters
        filter={filter}
        locations={names}
        onChange={filterBy}
        onClear={clearFilters}
        clearCount={clearCount}
        withClear={shown.length > 0}
        choice={choice}
        columns={columns}
        sort={sort}
        onSortChange={sortBy}
      />
      {devices.isPending ? (
        <ListSkeleton />
      ) : devices.isError && devices.data === undefined ? (
        <ErrorState
          error={devices.error}
          title={t('list.failed')}
          onRetry={() => void devices.refetch()}
          retrying={devices.isFetching}
        />
      ) : (
        <DeviceTable
          devices={shown}
          names={names}
          columns={choice.columns}
          sort={sort}
          onSortChange={sortBy}
          onRemove={(device) => setRemoval({ devices: [device], onRemoved: () => undefined })}
          bulkActions={(selected, clear) => (
            <Button
              variant="light"
              color="red"
              size="xs"
              onClick={() => setRemoval({ devices: selected, onRemoved: clear })}
            >
              {t('list.remove')}
            </Button>
          )}
          empty={hasNone ? <NoDevices /> : <NoMatch onClear={clearFilters} />}
        />
      )}
      {removal && (
        <Suspense>
          <RemoveDevicesDialog {...removal} onClose={() => setRemoval(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Parameters of the address. */
function toSearch({ search: q, ...rest }: DeviceFilter) {
  return { q, ...rest };
}

function useLocationNames(): ReadonlyMap<number, string> {
  const { data } = useQuery(locationsQuery());
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

const none: readonly ListedDevice[] = [];
const hourMilliseconds = 3_600_000;

function useShown(devices: readonly ListedDevice[] = none, filter: DeviceFilter): readonly ListedDevice[] {
  // only days matter: filtering every few seconds would be in vain
  const hour = Math.floor(useNow().getTime() / hourMilliseconds);
  return useMemo(() => filterDevices(devices, filter, new Date(hour * hourMilliseconds)), [devices, filter, hour]);
}

function DeviceCount({ all, shown }: { all: readonly ListedDevice[]; shown: number }) {
  const { t } = useTranslation('devices');
  const connected = useMemo(() => all.filter((device) => connectedTo(device).length > 0).length, [all]);
  const total = t('all.count', { count: all.length });
  // how many of the shown ones are connected is not counted
  const text =
    shown === all.length
      ? [total, t('all.connected', { count: connected })].join(' · ')
      : t('all.shown', { shown, total });
  return <span role="status">{text}</span>;
}

function NoDevices() {
  const { t } = useTranslation('devices');
  return <EmptyState picture="devices" title={t('list.empty_title')} text={t('all.empty_text')} />;
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture="search"
      title={t('table.no_match_title')}
      text={t('table.no_match_text')}
      action={<ClearFiltersButton onClick={onClear} />}
    />
  );
}
