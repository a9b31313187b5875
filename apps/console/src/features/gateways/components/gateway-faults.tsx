import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Alert, Code } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { faultyGateways, gatewayName } from '../gateway-facts.ts';
import styles from './gateway-faults.module.css';

/** What gateways could not apply, in their own words; nothing when all is well. */
export function GatewayFaults({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const { t } = useTranslation('gateways');
  const faulty = faultyGateways(gateways);
  if (faulty.length === 0) return null;
  return (
    <div className={styles.faults}>
      {faulty.map((gateway) => (
        <Alert
          key={gateway.uid}
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('fault.title', { name: gatewayName(gateway), version: gateway.wanted_version })}
        >
          {gateway.held_version > 0 ? t('fault.former', { version: gateway.held_version }) : t('fault.none')}
          <Code block className={styles.words}>
            {gateway.last_error}
          </Code>
        </Alert>
      ))}
    </div>
  );
}
