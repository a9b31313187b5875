import type { GatewayStatus } from '@gatewarden/contract/gateways';
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
import { ConnectionBadge, LocationsTabs } from '../../locations/index.ts';
import { GatewayActions } from '../components/gateway-actions.tsx';
import { GatewayTable } from '../components/gateway-table.tsx';
import { gatewayName } from '../gateway-facts.ts';
import { allGatewaysQuery } from '../gateways.queries.ts';
import styles from './all-gateways-screen.module.css';

/** Gateways of all locations. */
export function AllGatewaysScreen() {
  const { t } = useTranslation(['gateways', 'locations']);
  const gateways = useQuery(allGatewaysQuery());
  const all = useMemo(() => gateways.data && Object.values(gateways.data).flat(), [gateways.data]);
  return (
    <>
      <PageHeader title={t('list')} state={<ConnectionBadge gateways={all} failed={gateways.isError} />} />
      <LocationsTabs />
      {gateways.isPending ? (
        <ListSkeleton count={3} />
      ) : !all ? (
        <ErrorState
          error={gateways.error}
          title={t('load_failed')}
          onRetry={() => void gateways.refetch()}
          retrying={gateways.isFetching}
        />
      ) : all.length === 0 ? (
        <EmptyState
          picture="network"
          title={t('all.empty_title')}
          text={t('all.empty_text')}
          action={
            <ButtonLink to="/locations" variant="default">
              {t('all.to_locations')}
            </ButtonLink>
          }
        />
      ) : (
        <FoundGateways gateways={all} />
      )}
    </>
  );
}

const route = getRouteApi('/signed-in/admin/locations/gateways');

function FoundGateways({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const { t } = useTranslation(['gateways', 'common']);
  const { q = '', sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useMemo(() => gateways.filter((gateway) => matches(gateway, q)), [gateways, q]);
  const search = (changes: { q?: string | undefined; sort?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t('all.search')} value={q} onChange={(text) => search({ q: text || undefined })} />
      </div>
      <GatewayTable
        gateways={found}
        withLocation
        sort={sort}
        onSortChange={(next) => search({ sort: next })}
        rowActions={(gateway, row) => <GatewayActions gateway={gateway} onPeek={row.peek} />}
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

/** Matches name, location and host name. */
function matches(gateway: GatewayStatus, text: string): boolean {
  const wanted = text.toLowerCase();
  const parts = [gatewayName(gateway), gateway.network_name, gateway.hostname];
  return parts.some((part) => part.toLowerCase().includes(wanted));
}
