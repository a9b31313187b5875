import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { useIsLive } from '../../live/index.ts';
import { connectedOwners } from '../connected-devices.ts';
import { defaultHours } from '../time-window.ts';
import { type Connected, connectedUsersQuery } from '../traffic.queries.ts';
import { useView } from '../use-view.ts';
import { ConnectedCards } from './connected-cards.tsx';
import styles from './connected-panel.module.css';
import { ConnectedRows } from './connected-rows.tsx';
import { ViewSwitch } from './view-switch.tsx';

const route = getRouteApi('/signed-in/admin/locations/$locationId/');

/** Users and network devices per step: a location may have thousands. */
const ownersPerStep = 48;
/** More are found by searching: each refresh loads all that are shown. */
const maxOwners = 960;

/** Connected users and devices of a location. */
export function ConnectedPanel({ locationId }: { locationId: number }) {
  const { t } = useTranslation('traffic');
  const { hours = defaultHours, view: linkedView, q = '' } = route.useSearch();
  const { view, saveView } = useView(linkedView);
  const navigate = route.useNavigate();
  const [size, setSize] = useState(ownersPerStep);
  const connected = useQuery(connectedUsersQuery(locationId, hours, { search: q, size }));
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
          <ViewSwitch
            value={view}
            onChange={(next) => {
              saveView(next);
              search({ view: next });
            }}
          />
        </div>
      }
      variant="open"
    >
      {connected.isPending && <CardsSkeleton />}
      {!connected.data && connected.isError && (
        <ErrorState
          error={connected.error}
          title={t('connected.failed')}
          onRetry={() => void connected.refetch()}
          retrying={connected.isFetching}
        />
      )}
      {connected.data && (
        <ConnectedList locationId={locationId} connected={connected.data} isSearch={q !== ''} view={view}>
          {(hidden) =>
            size < maxOwners && (
              <Button
                className={styles.more}
                variant="default"
                loading={connected.isPlaceholderData}
                onClick={() => setSize(size + ownersPerStep)}
              >
                {t('connected.more', { count: Math.min(hidden, ownersPerStep) })}
              </Button>
            )
          }
        </ConnectedList>
      )}
    </Panel>
  );
}

interface ListProps {
  locationId: number;
  connected: Connected;
  isSearch: boolean;
  view: 'grid' | 'list';
  /** Shown below if there are more, with their number. */
  children: (hidden: number) => ReactNode;
}

function ConnectedList({ locationId, connected, isSearch, view, children }: ListProps) {
  const { t } = useTranslation(['traffic', 'common']);
  const owners = connectedOwners(connected.body);
  if (owners.length === 0) {
    return isSearch ? (
      <EmptyState title={t('common:table.no_match_title')} text={t('common:table.no_match_text')} />
    ) : (
      <EmptyState title={t('connected.empty_title')} text={t('connected.empty_text')} />
    );
  }
  const List = view === 'grid' ? ConnectedCards : ConnectedRows;
  const hidden = (connected.body.total_items ?? owners.length) - owners.length;
  return (
    <>
      <List locationId={locationId} owners={owners} hours={connected.hours} at={connected.at} />
      {hidden > 0 && children(hidden)}
    </>
  );
}
