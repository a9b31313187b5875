import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { faultOf, faultyGateways, gatewayName } from '../gateway-facts.ts';
import styles from './gateway-faults.module.css';

/** Faults that gateways report; nothing when there are none. */
export function GatewayFaults({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const faulty = faultyGateways(gateways);
  if (faulty.length === 0) return null;
  return (
    <div className={styles.faults}>
      {faulty.map((gateway) => (
        <Fault key={gateway.uid} gateway={gateway} />
      ))}
    </div>
  );
}

function Fault({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const { held_version: held, wanted_version: wanted, last_error, problems, drift_since } = gateway;
  const name = gatewayName(gateway);
  switch (faultOf(gateway)) {
    case 'rejected':
      return (
        <FaultAlert title={t('fault.title', { name, version: wanted })} lines={[last_error ?? '']}>
          {held > 0 ? t('fault.former') : t('fault.none')}
        </FaultAlert>
      );
    case 'drifted':
      return (
        <FaultAlert title={t('fault.drift', { name, version: held })} lines={[]}>
          <RichText text={t('fault.drift_text')} parts={{ time: () => <RelativeTime at={drift_since} /> }} />
        </FaultAlert>
      );
    case 'partial':
      return (
        <FaultAlert title={t('fault.partial', { name, version: held })} lines={problems}>
          {t('fault.partial_text')}
        </FaultAlert>
      );
    case undefined:
      return null;
  }
}

interface AlertProps {
  title: string;
  children: ReactNode;
  /** Messages of the gateway, one per line. */
  lines: readonly string[];
}

function FaultAlert({ title, children, lines }: AlertProps) {
  return (
    <Callout tone="danger" title={title}>
      {children}
      {lines.length > 0 && (
        <div className={styles.words}>
          <CodeBlock>{lines.join('\n')}</CodeBlock>
        </div>
      )}
    </Callout>
  );
}
