import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleSections } from '../../../modules/module-sections.tsx';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SummaryColumns } from '../../../ui/summary-columns.tsx';
import { locationQuery } from '../../locations/index.ts';
import { ForwardingAlerts } from './forwarding-alert.tsx';
import { GatewayFaults } from './gateway-faults.tsx';
import { GatewayOutages } from './gateway-outages.tsx';
import { AgentVersion, AppliedTime, AppliedVersion, ForwardingState } from './gateway-state.tsx';

interface Props {
  gateway: GatewayStatus;
  /** The header of the page shows location, endpoint and agent already. */
  belowHeader?: boolean;
}

/** What matters about a gateway: what is wrong and what to check, who is connected, what it runs, what happened. */
export function GatewaySummary({ gateway, belowHeader = false }: Props) {
  const sections = useExtensions().summarySections.gateway;
  return (
    <>
      <GatewayOutages gateways={[gateway]} />
      <GatewayFaults gateways={[gateway]} />
      <ForwardingAlerts gateways={[gateway]} />
      <SummaryColumns
        main={
          <>
            <Service gateway={gateway} belowHeader={belowHeader} />
            <ModuleSections sections={sections.main} of={{ gateway }} />
          </>
        }
        side={
          <>
            <Host gateway={gateway} belowHeader={belowHeader} />
            <ModuleSections sections={sections.side} of={{ gateway }} />
          </>
        }
      />
    </>
  );
}

/** What it does for the location. */
function Service({ gateway, belowHeader }: Required<Props>) {
  const { t } = useTranslation('gateways');
  const location = useQuery(locationQuery(gateway.network_id)).data;
  const { acknowledged_at: at, verified_at } = gateway;
  const endpoint = location && formatEndpoint({ host: location.endpoint, port: location.port });
  const where: Fact[] = belowHeader
    ? []
    : [
        {
          label: t('page.location'),
          value: (
            <TextLink to="/locations/$locationId" params={{ locationId: String(gateway.network_id) }}>
              {gateway.network_name}
            </TextLink>
          ),
        },
        { label: t('page.endpoint'), value: endpoint, ...(endpoint && { copy: endpoint }) },
      ];
  return (
    <Panel title={t('page.service')}>
      <FactList
        facts={[
          ...where,
          { label: t('column.version'), value: <AppliedVersion gateway={gateway} /> },
          {
            label: t('column.acknowledged'),
            value: at && <AppliedTime gateway={gateway} />,
          },
          { label: t('page.verified'), value: verified_at && <RelativeTime at={verified_at} /> },
        ]}
      />
    </Panel>
  );
}

/** The machine on which it runs. */
function Host({ gateway, belowHeader }: Required<Props>) {
  const { t } = useTranslation('gateways');
  return (
    <Panel title={t('page.host')}>
      <FactList
        facts={[
          { label: t('page.hostname'), value: gateway.hostname, copy: gateway.hostname },
          ...(belowHeader ? [] : [{ label: t('column.agent'), value: <AgentVersion gateway={gateway} /> }]),
          { label: t('firewall.forwarding'), value: <ForwardingState gateway={gateway} /> },
          { label: t('column.backend'), value: gateway.backend && t(`backend.${gateway.backend}`) },
          { label: t('page.id'), value: gateway.uid, copy: gateway.uid },
        ]}
      />
    </Panel>
  );
}
