import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { useIsLive } from '../../live/index.ts';
import { filterConnectedOwners } from '../connected-devices.ts';
import { defaultHours } from '../time-window.ts';
import { type Connected, connectedUsersQuery } from '../traffic.queries.ts';
import { ConnectedCards } from './connected-cards.tsx';
import styles from './connected-panel.module.css';
import { ConnectedRows } from './connected-rows.tsx';
import { ViewSwitch } from './view-switch.tsx';

const route = getRouteApi('/signed-in/admin/overview/$locationId');

/** Connected users and devices of a location. */
export function ConnectedPanel({ locationId }: { locationId: number }) {
  const { t } = useTranslation('traffic');
  const { hours = defaultHours, view = 'grid', q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const connected = useQuery(connectedUsersQuery(locationId, hours));
  const live = useIsLive();
  const search = (changes: { view?: 'grid' | 'list'; q?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, ...changes }), replace: true });
  return (
    <Panel
      title={t('connected.title')}
      text={<LiveDot updatedAt={connected.data?.at.getTime() ?? 0} live={live && !connected.isError} />}
      actions={
        <div className={styles.tools}>
          <SearchField label={t('connected.search')} value={q} onChange={(text) => search({ q: text || undefined })} />
          <ViewSwitch value={view} onChange={(next) => search({ view: next })} />
        </div>
      }
      variant="open"
    >
      {connected.isPending && <CardsSkeleton />}
      {!connected.data && connected.isError && (
        <ErrorState error={connected.error} onRetry={() => void connected.refetch()} retrying={connected.isFetching} />
      )}
      {connected.data && <ConnectedList connected={connected.data} text={q} view={view} />}
    </Panel>
  );
}

function ConnectedList({ connected, text, view }: { connected: Connected; text: string; view: 'grid' | 'list' }) {
  const { t } = useTranslation(['traffic', 'common']);
  const owners = useMemo(() => filterConnectedOwners(connected.body, text), [connected, text]);
  if (owners.length === 0) {
    return text === '' ? (
      <EmptyState title={t('connected.empty_title')} text={t('connected.empty_text')} />
    ) : (
      <EmptyState title={t('common:table.no_match_title')} text={t('common:table.no_match_text')} />
    );
  }
  const List = view === 'grid' ? ConnectedCards : ConnectedRows;
  return <List owners={owners} hours={connected.hours} at={connected.at} />;
}
