import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../../ui/command-line.tsx';
import {
  type FirewallTool,
  firewallTools,
  forwardingCommand,
  inboundCommand,
  outboundCommand,
} from '../firewall-commands.ts';
import styles from './server-commands.module.css';

interface Props {
  udpPort: number;
  corePort: number;
  /** Of core for downloads; undefined: none are needed. */
  downloadPort: number | undefined;
  hasIpv6: boolean;
}

/** Commands that prepare the machine of a gateway: ports and IP forwarding. */
export function ServerCommands({ udpPort, corePort, downloadPort, hasIpv6 }: Props) {
  const { t } = useTranslation('gateways');
  const [tool, setTool] = useState<FirewallTool>('ufw');
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
        <CommandLine label={t('firewall.inbound', { port: udpPort })} command={inboundCommand(tool, udpPort)} />
        <CommandLine label={t('firewall.outbound')} command={outboundCommand(tool, corePort)} />
        {downloadPort !== undefined && (
          <CommandLine label={t('firewall.download')} command={outboundCommand(tool, downloadPort)} />
        )}
        <CommandLine label={t('firewall.forwarding')} command={forwardingCommand(hasIpv6)} />
      </div>
    </details>
  );
}
