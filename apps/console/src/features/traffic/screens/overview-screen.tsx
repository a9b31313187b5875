import type { LocationInfo } from '@gatewarden/contract/locations';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { allGatewaysQuery } from '../../gateways/index.ts';
import { locationsQuery } from '../../locations/index.ts';
import { ContentSwitch } from '../components/content-switch.tsx';
import { LocationCards } from '../components/location-cards.tsx';
import { NextStep } from '../components/next-step.tsx';
import { OverviewHeader } from '../components/overview-header.tsx';
import { TrafficPanels } from '../components/traffic-panels.tsx';
import { ViewSwitch } from '../components/view-switch.tsx';
import { defaultHours } from '../time-window.ts';
import { statsQuery } from '../traffic.queries.ts';
import { useView } from '../use-view.ts';

// loaded when it is chosen
const NetworkMap = lazy(async () => ({ default: (await import('../components/network-map.tsx')).NetworkMap }));
// tables are loaded for the list only
const LocationRows = lazy(async () => ({ default: (await import('../components/location-rows.tsx')).LocationRows }));

const route = getRouteApi('/signed-in/admin/overview');

/** Overview of all locations: connections, traffic and gateways. */
export function OverviewScreen() {
  const { t } = useTranslation('traffic');
  const { hours = defaultHours, show = 'traffic' } = route.useSearch();
  const navigate = route.useNavigate();
  const locations = useQuery(locationsQuery());
  const gateways = useQuery(allGatewaysQuery());
  const stats = useQuery(statsQuery(hours));

  const allGateways = gateways.data && Object.values(gateways.data).flat();
  if (locations.data?.length === 0) return <NoLocation />;
  return (
    <>
      <OverviewHeader
        title={t('title')}
        gateways={allGateways}
        gatewaysFailed={gateways.isError}
        traffic={stats.data}
        failed={stats.isError}
        locations={locations.data ?? []}
        hours={hours}
        onHoursChange={(next) => void navigate({ search: (previous) => ({ ...previous, hours: next }), replace: true })}
        isNow={show === 'map'}
        actions={
          <ContentSwitch
            value={show}
            onChange={(next) => void navigate({ search: (previous) => ({ ...previous, show: next }), replace: true })}
          />
        }
      />
      <NextStep gateways={allGateways} traffic={stats.data} />
      {show === 'traffic' && <TrafficPanels stats={stats} />}
      {locations.isPending && <CardsSkeleton />}
      {!locations.data && locations.isError && (
        <ErrorState error={locations.error} onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
      )}
      {locations.data && show === 'traffic' && <Locations locations={locations.data} />}
      {locations.data && show === 'map' && (
        <Suspense fallback={<CardsSkeleton />}>
          <NetworkMap locations={locations.data} gateways={gateways.data} gatewaysFailed={gateways.isError} />
        </Suspense>
      )}
    </>
  );
}

function Locations({ locations }: { locations: readonly LocationInfo[] }) {
  const { t } = useTranslation('traffic');
  const { hours = defaultHours, view: linkedView } = route.useSearch();
  const { view, saveView } = useView(linkedView);
  const navigate = route.useNavigate();
  const gateways = useQuery(allGatewaysQuery());
  const List = view === 'grid' ? LocationCards : LocationRows;
  return (
    <Panel
      title={t('locations.title')}
      actions={
        <ViewSwitch
          value={view}
          onChange={(next) => {
            saveView(next);
            void navigate({ search: (previous) => ({ ...previous, view: next }), replace: true });
          }}
        />
      }
      variant="open"
    >
      <Suspense fallback={<CardsSkeleton />}>
        <List locations={locations} hours={hours} gateways={gateways.data} gatewaysFailed={gateways.isError} />
      </Suspense>
    </Panel>
  );
}

/** Shown without any location. */
function NoLocation() {
  const { t } = useTranslation('traffic');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        picture="network"
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <ButtonLink to="/locations/new" leftSection={<IconPlus size="1rem" />}>
            {t('empty.action')}
          </ButtonLink>
        }
      />
    </>
  );
}
