import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Alert, Code, List } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { gatewayName } from '../gateway-facts.ts';

/** Gateways that were connected and are down, since when, and what to check; nothing when there are none. */
export function GatewayOutages({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const down = gateways.filter(({ connected, revoked, disconnected_at }) => !connected && !revoked && disconnected_at);
  return down.map((gateway) => <Outage key={gateway.uid} gateway={gateway} />);
}

function Outage({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const code = (text: string) => <Code>{text}</Code>;
  return (
    <Alert
      color="red"
      icon={<IconPlugConnectedX aria-hidden />}
      title={t('outage.title', { name: gatewayName(gateway) })}
      mb="md"
    >
      <RichText text={t('outage.since')} parts={{ time: () => <RelativeTime at={gateway.disconnected_at} /> }} />
      <List spacing="xs" mt="xs">
        {(['service', 'log', 'port'] as const).map((step) => (
          <List.Item key={step}>
            <RichText text={t(`outage.${step}`)} parts={{ code }} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
