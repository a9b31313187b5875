import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FormSkeleton, ListSkeleton } from '../../../ui/skeletons.tsx';
import { AddFirstDevice } from '../../devices/index.ts';
import { useIsLive } from '../../live/index.ts';
import { ForwardingAlerts } from '../components/forwarding-alert.tsx';
import { GatewayActions } from '../components/gateway-actions.tsx';
import { GatewayFaults } from '../components/gateway-faults.tsx';
import { GatewayOutages } from '../components/gateway-outages.tsx';
import { GatewayTable } from '../components/gateway-table.tsx';
import { RefusalTable } from '../components/refusal-table.tsx';
import { connectionSnapshot } from '../connection-snapshot.ts';
import { gatewaysQuery, refusalsQuery } from '../gateways.queries.ts';

const GatewaySetup = lazy(async () => ({ default: (await import('../components/gateway-setup.tsx')).GatewaySetup }));

const route = getRouteApi('/signed-in/admin/locations/$locationId/gateways');

/** Gateways of a location, setup of another one, and rejected connections. */
export function GatewaysScreen() {
  const { t } = useTranslation('gateways');
  const locationId = Number(route.useParams().locationId);
  const gateways = useQuery(gatewaysQuery(locationId));
  const refusals = useQuery(refusalsQuery(locationId));

  if (gateways.isPending || refusals.isPending) return <ListSkeleton count={3} />;
  if (!gateways.data) {
    return (
      <ErrorState
        error={gateways.error}
        title={t('load_failed')}
        onRetry={() => void gateways.refetch()}
        retrying={gateways.isFetching}
      />
    );
  }
  return (
    <>
      {gateways.data.length > 0 && <GatewayList locationId={locationId} />}
      <SetupPanel key={locationId} locationId={locationId} gateways={gateways.data} refusals={refusals.data ?? []} />
      <RefusalList locationId={locationId} />
    </>
  );
}

function GatewayList({ locationId }: { locationId: number }) {
  const { t } = useTranslation('gateways');
  const gateways = useQuery(gatewaysQuery(locationId));
  const live = useIsLive();
  return (
    <Panel
      title={t('list')}
      actions={<LiveDot updatedAt={gateways.dataUpdatedAt} live={live && !gateways.isError} />}
      variant="open"
    >
      <GatewayOutages gateways={gateways.data ?? []} />
      <GatewayFaults gateways={gateways.data ?? []} />
      <ForwardingAlerts gateways={gateways.data ?? []} />
      <GatewayTable
        gateways={gateways.data ?? []}
        rowActions={(gateway, row) => <GatewayActions gateway={gateway} onPeek={row.peek} />}
      />
    </Panel>
  );
}

/** A joined gateway is listed before its first connection. */
const hasConnected = ({ connected_at }: GatewayStatus) => connected_at !== null;

interface SetupProps {
  locationId: number;
  gateways: readonly GatewayStatus[];
  refusals: readonly GatewayRefusal[];
}

/**
 * Open, with the texts for the first gateway, until one has connected; it then stays so until the page is left.
 * Otherwise the command is shown on request.
 */
function SetupPanel({ locationId, gateways, refusals }: SetupProps) {
  const { t } = useTranslation('gateways');
  const isFirst = !gateways.some(hasConnected);
  const [startedAsFirst] = useState(isFirst);
  // taken here, because a gateway may connect while the setup and its command are loaded
  const takeSnapshot = () => connectionSnapshot(gateways, refusals);
  const [before, setBefore] = useState(() => (isFirst ? takeSnapshot() : undefined));
  const form = startedAsFirst || isFirst ? 'first' : 'further';
  return (
    <Panel
      title={t(`setup.${form}`)}
      text={t(`setup.${form}_text`)}
      actions={
        !before && (
          <Button variant="default" leftSection={<IconPlus size="1rem" />} onClick={() => setBefore(takeSnapshot())}>
            {t('setup.open')}
          </Button>
        )
      }
      variant={before ? 'framed' : 'open'}
    >
      {!before && gateways.some(({ connected }) => connected) && <AddFirstDevice locationId={locationId} />}
      {before && (
        <Suspense fallback={<FormSkeleton count={3} />}>
          <GatewaySetup locationId={locationId} before={before} gateways={gateways} refusals={refusals} />
        </Suspense>
      )}
    </Panel>
  );
}

function RefusalList({ locationId }: { locationId: number }) {
  const { t } = useTranslation('gateways');
  const refusals = useQuery(refusalsQuery(locationId));
  return (
    <Panel title={t('refusal.title')} text={t('refusal.text')} variant="open">
      {refusals.data ? (
        <RefusalTable refusals={refusals.data} />
      ) : (
        <ErrorState error={refusals.error} onRetry={() => void refusals.refetch()} retrying={refusals.isFetching} />
      )}
    </Panel>
  );
}
