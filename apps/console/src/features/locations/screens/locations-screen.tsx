import type { LocationInfo } from '@gatewarden/contract/locations';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ConnectionBadge } from '../components/connection-badge.tsx';
import { LocationTable } from '../components/location-table.tsx';
import { LocationsTabs } from '../components/locations-tabs.tsx';
import { locationsQuery } from '../locations.queries.ts';
import styles from './locations-screen.module.css';

/** List of locations. */
export function LocationsScreen() {
  const { t } = useTranslation('locations');
  const locations = useQuery(locationsQuery());
  const gateways = useMemo(() => locations.data?.flatMap((location) => location.gateways), [locations.data]);
  const add = (
    <ButtonLink to="/locations/new" leftSection={<IconPlus size="1rem" />}>
      {t('add.action')}
    </ButtonLink>
  );
  const some = locations.data && locations.data.length > 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        state={some ? <ConnectionBadge gateways={gateways} /> : t('subtitle')}
        actions={some && add}
      />
      {some && <LocationsTabs />}
      {locations.isPending && <ListSkeleton />}
      {!locations.data && locations.isError && (
        <ErrorState
          error={locations.error}
          title={t('failed')}
          onRetry={() => void locations.refetch()}
          retrying={locations.isFetching}
        />
      )}
      {locations.data?.length === 0 && (
        <EmptyState picture="network" title={t('empty_title')} text={t('empty_text')} action={add} />
      )}
      {some && <FilteredLocations locations={locations.data} />}
    </>
  );
}

const route = getRouteApi('/signed-in/admin/locations');

function FilteredLocations({ locations }: { locations: readonly LocationInfo[] }) {
  const { t } = useTranslation(['locations', 'common']);
  const { q = '', sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useMemo(() => locations.filter((location) => matches(location, q)), [locations, q]);
  const search = (changes: { q?: string | undefined; sort?: string }) =>
    void navigate({ search: (previous) => ({ ...previous, ...changes }), replace: true });
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t('search')} value={q} onChange={(text) => search({ q: text || undefined })} />
      </div>
      <LocationTable
        locations={found}
        sort={sort}
        onSortChange={(next) => search({ sort: next })}
        empty={
          <EmptyState
            picture="search"
            title={t('common:table.no_match_title')}
            text={t('common:table.no_match_text')}
          />
        }
      />
    </>
  );
}

/** Matches name, address and endpoint. */
function matches({ name, address, endpoint }: LocationInfo, text: string): boolean {
  const wanted = text.toLowerCase();
  return [name, endpoint, ...address].some((part) => part.toLowerCase().includes(wanted));
}
