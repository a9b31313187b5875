import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { gatewayName, isDown } from '../gateway-facts.ts';
import { OutageSteps } from './outage-steps.tsx';

/** Gateways that were connected and are down, since when, and what to check; nothing when there are none. */
export function GatewayOutages({ gateways }: { gateways: readonly GatewayStatus[] }) {
  return gateways.filter(isDown).map((gateway) => <Outage key={gateway.uid} gateway={gateway} />);
}

function Outage({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  return (
    <Callout tone="danger" title={t('outage.title', { name: gatewayName(gateway) })} mb="md">
      <RichText text={t('outage.since')} parts={{ time: () => <RelativeTime at={gateway.disconnected_at} /> }} />
      <OutageSteps />
    </Callout>
  );
}
