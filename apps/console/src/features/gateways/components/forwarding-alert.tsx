import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Alert, Text } from '@mantine/core';
import { IconRouteOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../../ui/command-line.tsx';
import { forwardingCommand } from '../firewall-commands.ts';
import { familiesOf, gatewayName, lacksForwarding } from '../gateway-facts.ts';

/** Connected gateways whose machines do not forward packets, with the command that enables it. */
export function ForwardingAlerts({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const { t } = useTranslation('gateways');
  return gateways.filter(lacksForwarding).map((gateway) => (
    <Alert
      key={gateway.uid}
      color="amber"
      icon={<IconRouteOff aria-hidden />}
      title={t('forwarding.title', { name: gatewayName(gateway), families: familiesOf(gateway) })}
      mb="md"
    >
      <Text mb="xs">{t('forwarding.text')}</Text>
      <CommandLine
        label={t('forwarding.command')}
        command={forwardingCommand(gateway.forwarding_off?.includes('ipv6') ?? false)}
      />
    </Alert>
  ));
}
