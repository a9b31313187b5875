import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { StatusTone } from '../../../ui/tone.ts';
import { type Connection, connectionOf } from '../connection.ts';
import styles from './connection-badge.module.css';

interface Props {
  /** Of one location or of all; undefined while they are loading. */
  gateways: readonly GatewayStatus[] | undefined;
  /** Loading failed, so their state is unknown. */
  failed?: boolean;
  /** "3 of 4 up", for lists. */
  short?: boolean;
}

const tones: Readonly<Record<Connection['kind'], StatusTone>> = {
  missing: 'neutral',
  none: 'danger',
  some: 'warning',
  all: 'success',
};

/** "3 of 4 gateways connected", and how many report errors. */
export function ConnectionBadge({ gateways, failed = false, short = false }: Props) {
  const { t } = useTranslation('locations');
  if (!gateways) {
    return failed ? (
      <StatusBadge tone="warning">{t('connection.unknown')}</StatusBadge>
    ) : (
      <Skeleton component="span" className={styles.pending} />
    );
  }
  const { kind, connected, total, faulty } = connectionOf(gateways);
  const text = short && kind !== 'missing' ? ('connection.up' as const) : (`connection.${kind}` as const);
  // Korean has no plural forms
  const isSingle = !short && kind === 'none' && total === 1;
  return (
    <span className={styles.badges} data-short={short}>
      <StatusBadge tone={tones[kind]}>
        {isSingle ? t('connection.single') : t(text, { connected, count: total })}
      </StatusBadge>
      {faulty > 0 && <StatusBadge tone="danger">{t('connection.faulty', { count: faulty })}</StatusBadge>}
    </span>
  );
}
