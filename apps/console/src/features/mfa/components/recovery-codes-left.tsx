import { recoveryCodeCount } from '@gatewarden/contract/mfa';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/status-badge.tsx';
import { recoveryCodesQuery } from '../mfa.queries.ts';
import styles from './second-factors.module.css';

/** From so few on, the reader is told how to get new ones. */
const few = 2;

/** How many of the reader's recovery codes were not used. */
export function RecoveryCodesLeft() {
  const { t } = useTranslation('mfa');
  return (
    <div className={styles.codes}>
      <Text fw={500}>{t('codes.what')}</Text>
      <Count />
    </div>
  );
}

function Count() {
  const { t } = useTranslation('mfa');
  const { data, error } = useQuery(recoveryCodesQuery());
  if (error) return <Text c="red">{failureText(error)}</Text>;
  if (!data) return <CardsSkeleton count={1} />;
  const { left } = data;
  return (
    <>
      <StatusBadge tone={toneOf(left)}>{t('codes.left', { left, total: recoveryCodeCount })}</StatusBadge>
      {left <= few && <Text c="dimmed">{t(left === 0 ? 'codes.none' : 'codes.few')}</Text>}
    </>
  );
}

function toneOf(left: number): StatusTone {
  if (left === 0) return 'danger';
  return left <= few ? 'warning' : 'success';
}
