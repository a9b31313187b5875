import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { ConnectionSnapshot } from '../connection-snapshot.ts';
import { gatewayName } from '../gateway-facts.ts';
import styles from './connection-check.module.css';
import { senderOf } from './refusal-table.tsx';

interface Props {
  /** When the setup was opened: what is newer is reported. */
  before: ConnectionSnapshot;
  gateways: readonly GatewayStatus[];
  /** Newest first. */
  refusals: readonly GatewayRefusal[];
  /** Whether the command is shown; without it there is nothing to wait for. */
  hasCommand: boolean;
}

/** Waits for a gateway to connect. Reports its progress, or why it was refused. */
export function ConnectionCheck({ before, gateways, refusals, hasCommand }: Props) {
  const { t } = useTranslation('gateways');
  const newlyConnected = gateways.filter(({ uid, connected }) => connected && !before.connectedUids.has(uid));
  const refused = refusals.filter(({ at }) => at > before.lastRefusalAt);
  return (
    <div className={styles.check} role="status" aria-label={t('check.label')}>
      {refused.slice(0, 1).map((refusal) => (
        <div key={refusal.at}>
          <StatusBadge tone="warning">{t('check.refused', { who: senderOf(refusal) })}</StatusBadge>
          <span className={styles.more}>{t(`refused.${refusal.reason}`)}</span>
        </div>
      ))}
      {newlyConnected.map((gateway) => (
        <div key={gateway.uid}>
          <StatusBadge tone="success">{t('check.connected', { name: gatewayName(gateway) })}</StatusBadge>
          <span className={styles.more}>
            <Progress gateway={gateway} />
          </span>
        </div>
      ))}
      {newlyConnected.length === 0 && (
        <div className={styles.waiting}>
          {hasCommand && <Loader aria-hidden className={styles.loader} />}
          {hasCommand ? t('check.waiting') : t('check.before_command')}
        </div>
      )}
    </div>
  );
}

/** Progress of a connected gateway until it has applied the state of the location. */
function Progress({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const { held_version: held, wanted_version: wanted, last_error, acknowledged_at } = gateway;
  if (last_error !== null) return t('check.failed', { version: wanted });
  if (!gateway.current && gateway.problems.length === 0) return t('check.applying', { version: wanted });
  return (
    <RichText
      text={t('check.applied', { version: held })}
      parts={{ time: () => <RelativeTime at={acknowledged_at} /> }}
    />
  );
}
