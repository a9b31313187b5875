import { IconRouter, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FormSkeleton, ListSkeleton } from '../../../ui/skeletons.tsx';
import { GatewayActions, GatewayFaults, GatewayTable, gatewaysQuery } from '../../gateways/index.ts';
import { LocationNotFound, locationQuery, locationsQuery, useLocationPalette } from '../../locations/index.ts';
import { ConnectedPanel } from '../components/connected-panel.tsx';
import { NextStep } from '../components/next-step.tsx';
import { OverviewHeader } from '../components/overview-header.tsx';
import { TrafficPanels } from '../components/traffic-panels.tsx';
import { defaultHours } from '../time-window.ts';
import { locationStatsQuery } from '../traffic.queries.ts';

const route = getRouteApi('/signed-in/admin/overview/$locationId');

/** Overview of a location: connections, traffic and gateways. */
export function LocationOverviewScreen() {
  const { t } = useTranslation('traffic');
  const id = Number(route.useParams().locationId);
  const { hours = defaultHours } = route.useSearch();
  const navigate = route.useNavigate();
  const location = useQuery(locationQuery(id));
  const locations = useQuery(locationsQuery());
  const gateways = useQuery(gatewaysQuery(id));
  const stats = useQuery(locationStatsQuery(id, hours));
  useLocationPalette(locations.data);

  if (isApiError(location.error, 'location_not_found')) return <LocationNotFound />;
  if (location.isPending) return <FormSkeleton count={6} />;
  if (!location.data) {
    return (
      <ErrorState
        asPage
        error={location.error}
        onRetry={() => void location.refetch()}
        retrying={location.isFetching}
      />
    );
  }
  return (
    <>
      <OverviewHeader
        title={location.data.name}
        gateways={gateways.data}
        gatewaysFailed={gateways.isError}
        traffic={stats.data}
        failed={stats.isError}
        locations={locations.data ?? [location.data]}
        locationId={id}
        hours={hours}
        onHoursChange={(next) => void navigate({ search: (previous) => ({ ...previous, hours: next }), replace: true })}
        actions={
          <ButtonLink
            to="/locations/$locationId"
            params={{ locationId: String(id) }}
            variant="default"
            leftSection={<IconSettings size="1rem" />}
          >
            {t('location.settings')}
          </ButtonLink>
        }
      />
      <NextStep gateways={gateways.data} traffic={stats.data} locationId={id} />
      <TrafficPanels stats={stats} of={location.data.name} />
      <GatewayPanel locationId={id} />
      <ConnectedPanel key={id} locationId={id} />
    </>
  );
}

function GatewayPanel({ locationId }: { locationId: number }) {
  const { t } = useTranslation('traffic');
  const gateways = useQuery(gatewaysQuery(locationId));
  const setUp = (
    <ButtonLink
      to="/locations/$locationId/gateways"
      params={{ locationId: String(locationId) }}
      variant="default"
      leftSection={<IconRouter size="1rem" />}
    >
      {t('gateways.manage')}
    </ButtonLink>
  );
  return (
    <Panel title={t('gateways.title')} actions={gateways.data && gateways.data.length > 0 && setUp} variant="open">
      {gateways.isPending && <ListSkeleton count={2} />}
      {!gateways.data && gateways.isError && (
        <ErrorState error={gateways.error} onRetry={() => void gateways.refetch()} retrying={gateways.isFetching} />
      )}
      {gateways.data && (
        <>
          <GatewayFaults gateways={gateways.data} />
          <GatewayTable
            gateways={gateways.data}
            rowActions={(gateway) => <GatewayActions gateway={gateway} />}
            empty={
              <EmptyState
                picture="network"
                title={t('gateways.empty_title')}
                text={t('gateways.empty_text')}
                action={setUp}
              />
            }
          />
        </>
      )}
    </Panel>
  );
}
