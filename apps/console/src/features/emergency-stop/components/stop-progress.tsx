import type { StopGateway, StopReport } from '@gatewarden/contract/emergency-stop';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { StatusTone } from '../../../ui/tone.ts';
import { stopGatewaysQuery } from '../emergency-stop.queries.ts';
import styles from './stop-progress.module.css';

interface Props {
  username: string;
  report: StopReport;
  /** Buttons of the dialog. */
  children: ReactNode;
}

/** What ended, and which gateways confirmed that the tunnels are closed; updated live. */
export function StopProgress({ username, report, children }: Props) {
  const { t } = useTranslation('emergency-stop');
  const { sessions, tokens, devices, keys, authenticator_removed, recovery_codes } = report;
  const gateways = useQuery(stopGatewaysQuery(username, report.gateways)).data;
  return (
    <Stack gap="md">
      <ul className={styles.ended}>
        <li>{t('done.sessions', { count: sessions })}</li>
        {tokens > 0 && <li>{t('done.tokens', { count: tokens })}</li>}
        {devices > 0 && <li>{t('done.devices', { count: devices })}</li>}
        {keys > 0 && <li>{t('done.keys', { count: keys })}</li>}
        {authenticator_removed && <li>{t('done.authenticator')}</li>}
        {recovery_codes > 0 && <li>{t('done.codes', { count: recovery_codes })}</li>}
      </ul>
      <section className={styles.gateways} aria-label={t('done.gateways')} aria-live="polite">
        {gateways.length === 0 ? (
          <Text c="dimmed">{t('done.no_gateway')}</Text>
        ) : (
          <ul className={styles.list}>
            {gateways.map((gateway) => (
              <GatewayRow key={gateway.uid} gateway={gateway} />
            ))}
          </ul>
        )}
      </section>
      {gateways.some(({ state }) => state === 'away') && <Text c="dimmed">{t('done.away_text')}</Text>}
      <DialogActions>{children}</DialogActions>
    </Stack>
  );
}

const tones = { confirmed: 'success', waiting: 'info', away: 'warning', refused: 'danger' } as const satisfies Record<
  StopGateway['state'],
  StatusTone
>;

function GatewayRow({ gateway: { network_name, gateway, state, milliseconds } }: { gateway: StopGateway }) {
  const { t, i18n } = useTranslation('emergency-stop');
  const time = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    ...((milliseconds ?? 0) < 1_000 ? { unit: 'millisecond' } : { unit: 'second', maximumFractionDigits: 1 }),
  }).format((milliseconds ?? 0) < 1_000 ? (milliseconds ?? 0) : (milliseconds ?? 0) / 1_000);
  return (
    <li className={styles.row}>
      <span className={styles.where}>
        <span className={styles.location}>{network_name}</span>
        {gateway !== null && <span className={styles.gateway}>{gateway}</span>}
      </span>
      <StatusBadge tone={tones[state]}>{t(`state.${state}`, { time })}</StatusBadge>
    </li>
  );
}
