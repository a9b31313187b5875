import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../../ui/command-line.tsx';
import { type FirewallTool, firewallCommands, firewallTools, forwardingCommand } from '../firewall-commands.ts';
import styles from './server-commands.module.css';

interface Props {
  udpPort: number;
  corePort: number;
  hasIpv6: boolean;
}

/** Commands that prepare the machine of a gateway: ports and IP forwarding. */
export function ServerCommands({ hasIpv6, ...ports }: Props) {
  const { t } = useTranslation('gateways');
  const [tool, setTool] = useState<FirewallTool>('ufw');
  const { inbound, outbound } = firewallCommands(tool, ports);
  return (
    <details className={styles.commands}>
      <summary className={styles.title}>{t('firewall.title')}</summary>
      <div className={styles.content}>
        <SegmentedControl
          aria-label={t('firewall.tool')}
          data={[...firewallTools]}
          value={tool}
          onChange={(value) => setTool(value as FirewallTool)}
        />
        <CommandLine label={t('firewall.inbound', { port: ports.udpPort })} command={inbound} />
        <CommandLine label={t('firewall.outbound')} command={outbound} />
        <CommandLine label={t('firewall.forwarding')} command={forwardingCommand(hasIpv6)} />
      </div>
    </details>
  );
}
