import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { Group } from '@mantine/core';
import { IconRouter, IconRouterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { locationQuery } from '../../locations/index.ts';
import { GatewayActions } from '../components/gateway-actions.tsx';
import { AgentVersion, GatewaySince } from '../components/gateway-state.tsx';
import { GatewaySummary } from '../components/gateway-summary.tsx';
import { gatewayName } from '../gateway-facts.ts';
import { gatewaysQuery } from '../gateways.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/gateways/$gatewayId');

/** Page of a gateway: whether it works and since when, what to check if not, who is connected through it. */
export function GatewayScreen() {
  const { t } = useTranslation('gateways');
  const { locationId, gatewayId } = route.useParams();
  const gateways = useQuery(gatewaysQuery(Number(locationId)));
  const gateway = gateways.data?.find(({ uid }) => uid === gatewayId);
  if (gateways.isPending) return <FormSkeleton count={6} />;
  if (gateways.data ? !gateway : isApiError(gateways.error, 'location_not_found')) return <GatewayNotFound />;
  if (!gateway) {
    return (
      <ErrorState
        asPage
        error={gateways.error}
        title={t('load_failed')}
        onRetry={() => void gateways.refetch()}
        retrying={gateways.isFetching}
      />
    );
  }
  return (
    <>
      <GatewayHeader gateway={gateway} />
      <GatewaySummary gateway={gateway} belowHeader />
    </>
  );
}

function GatewayHeader({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation(['gateways', 'locations']);
  const router = useRouter();
  const location = useQuery(locationQuery(gateway.network_id)).data;
  const endpoint = location && formatEndpoint({ host: location.endpoint, port: location.port });
  const params = { locationId: String(gateway.network_id) };
  // a page that was opened while the gateway was being deleted stays open
  const leave = () => {
    if (!router.latestLocation.pathname.endsWith(`/gateways/${gateway.uid}`)) return;
    void router.navigate({ to: '/locations/$locationId/gateways', params, replace: true });
  };
  return (
    <PageHeader
      above={[
        { label: t('locations:title'), to: '/locations' },
        { label: gateway.network_name, to: `/locations/${gateway.network_id}/gateways` },
      ]}
      icon={
        <Avatar name={gatewayName(gateway)} size="lg">
          <IconRouter />
        </Avatar>
      }
      title={gatewayName(gateway)}
      state={<GatewaySince gateway={gateway} />}
      facts={[
        {
          label: t('page.location'),
          value: (
            <TextLink to="/locations/$locationId" params={params}>
              {gateway.network_name}
            </TextLink>
          ),
        },
        {
          label: t('page.endpoint'),
          value: endpoint && (
            <Group gap="xs">
              {endpoint}
              <CopyButton value={endpoint} what={t('page.endpoint')} />
            </Group>
          ),
        },
        { label: t('column.agent'), value: <AgentVersion gateway={gateway} /> },
      ]}
      actions={
        <>
          <GatewayActions gateway={gateway} inPageHeader onDeleted={leave} />
          {gateway.revoked && (
            <ButtonLink to="/locations/$locationId/gateways" params={params} leftSection={<IconRouter size="1rem" />}>
              {t('page.set_up_again')}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

function GatewayNotFound() {
  const { t } = useTranslation('gateways');
  const { locationId } = route.useParams();
  return (
    <NotFoundState
      icon={<IconRouterOff />}
      title={t('missing.title')}
      text={t('missing.text')}
      list={{ to: '/locations/$locationId/gateways', params: { locationId } }}
      listLabel={t('missing.action')}
    />
  );
}
