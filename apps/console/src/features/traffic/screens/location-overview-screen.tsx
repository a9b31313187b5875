import { IconRouter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { GatewayFaults, GatewayOutages, gatewaysQuery } from '../../gateways/index.ts';
import { useIsLive } from '../../live/index.ts';
import { locationQuery } from '../../locations/index.ts';
import { ConnectedPanel } from '../components/connected-panel.tsx';
import { NextStep } from '../components/next-step.tsx';
import styles from '../components/overview-header.module.css';
import { HoursSelect } from '../components/overview-header.tsx';
import { TrafficPanels } from '../components/traffic-panels.tsx';
import { defaultHours } from '../time-window.ts';
import { locationStatsQuery } from '../traffic.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/');

/** What happens at a location now: traffic, faults of gateways, and who is connected. */
export function LocationOverviewScreen() {
  const id = Number(route.useParams().locationId);
  const { hours = defaultHours } = route.useSearch();
  const navigate = route.useNavigate();
  const location = useQuery(locationQuery(id));
  const gateways = useQuery(gatewaysQuery(id));
  const stats = useQuery(locationStatsQuery(id, hours));
  const live = useIsLive();
  if (!location.data) return null;
  return (
    <>
      {gateways.data?.length === 0 && <NoGateway locationId={id} />}
      {gateways.data && (
        <>
          <GatewayOutages gateways={gateways.data} />
          <GatewayFaults gateways={gateways.data} />
        </>
      )}
      <NextStep gateways={gateways.data} traffic={stats.data} locationId={id} />
      <div className={styles.tools}>
        <LiveDot updatedAt={stats.data?.at.getTime() ?? 0} live={live && !stats.isError} />
        <HoursSelect
          value={hours}
          onChange={(next) => void navigate({ search: (before) => ({ ...before, hours: next }), replace: true })}
        />
      </div>
      <TrafficPanels key={`traffic of ${id}`} stats={stats} of={location.data.name} locationId={id} />
      <ConnectedPanel key={id} locationId={id} />
    </>
  );
}

function NoGateway({ locationId }: { locationId: number }) {
  const { t } = useTranslation('traffic');
  return (
    <EmptyState
      picture="network"
      title={t('gateways.empty_title')}
      text={t('gateways.empty_text')}
      action={
        <ButtonLink
          to="/locations/$locationId/gateways"
          params={{ locationId: String(locationId) }}
          variant="default"
          leftSection={<IconRouter size="1rem" />}
        >
          {t('gateways.manage')}
        </ButtonLink>
      }
    />
  );
}
