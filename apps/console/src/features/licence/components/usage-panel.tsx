import type { Licence, LicenceUsage } from '@gatewarden/contract/licence';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import styles from './usage-panel.module.css';

/** What counts against which limit. */
export function UsagePanel({ licence: { usage, state } }: { licence: Licence }) {
  const { t } = useTranslation('licence');
  const isLicensed = state === 'active' || state === 'grace' || state === 'limits_exceeded';
  return (
    <Panel title={t('usage.title')} text={t(isLicensed ? 'usage.text' : 'usage.free')}>
      <ul className={styles.list}>
        {usage.map((one) => (
          <Usage key={one.kind} usage={one} isShared={usage.some((other) => other.includes_network_devices)} />
        ))}
      </ul>
    </Panel>
  );
}

interface Props {
  usage: LicenceUsage;
  /** Whether network devices count as devices. */
  isShared: boolean;
}

function Usage({ usage: { kind, count, limit, exceeded, includes_network_devices }, isShared }: Props) {
  const { t, i18n } = useTranslation('licence');
  const id = useId();
  const format = (value: number) => formatCount(value, i18n.language);
  const label = t(includes_network_devices ? 'usage.devices_together' : `usage.${kind}`);
  const text =
    limit === null
      ? t(isShared && kind === 'network_devices' ? 'usage.counted' : 'usage.unlimited', { count, shown: format(count) })
      : t('usage.of', { shown: format(count), limit: format(limit) });
  const share = limit === null ? 0 : limit === 0 ? (count > 0 ? 100 : 0) : Math.min(100, (100 * count) / limit);
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {exceeded && <StatusBadge tone="danger">{t('usage.exceeded')}</StatusBadge>}
        <span className={styles.count}>{text}</span>
      </div>
      {limit !== null && (
        // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element in colors of their own
        <div
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share)}
          aria-valuetext={text}
          className={styles.meter}
          data-tone={exceeded ? 'danger' : share >= 90 ? 'warning' : undefined}
        >
          <div className={styles.bar} style={{ inlineSize: `${share}%` }} />
        </div>
      )}
    </li>
  );
}
