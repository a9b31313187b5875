import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { CommandLine } from '../../../ui/command-line.tsx';
import { forwardingCommand } from '../firewall-commands.ts';
import { familiesOf, gatewayName, lacksForwarding } from '../gateway-facts.ts';

/** Connected gateways whose machines do not forward packets, with the command that enables it. */
export function ForwardingAlerts({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const { t } = useTranslation('gateways');
  return gateways.filter(lacksForwarding).map((gateway) => (
    <Callout
      key={gateway.uid}
      tone="warning"
      title={t('forwarding.title', { name: gatewayName(gateway), families: familiesOf(gateway) })}
      mb="md"
    >
      <Text mb="xs">{t('forwarding.text')}</Text>
      <CommandLine
        label={t('forwarding.command')}
        command={forwardingCommand(gateway.forwarding_off?.includes('ipv6') ?? false)}
      />
    </Callout>
  ));
}
