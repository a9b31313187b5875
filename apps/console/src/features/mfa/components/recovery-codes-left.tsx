import { recoveryCodeCount } from '@gatewarden/contract/mfa.names';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { StatusTone } from '../../../ui/tone.ts';
import { recoveryCodesQuery } from '../mfa.queries.ts';
import { ReplaceRecoveryCodes } from './replace-recovery-codes.tsx';
import styles from './second-factors.module.css';

/** Up to this number the user is advised to create new codes. */
const lowCount = 2;

/** Number of unused recovery codes, with a button to create new ones. */
export function RecoveryCodesLeft() {
  const { t } = useTranslation('mfa');
  const [isReplacing, { open, close }] = useDisclosure(false);
  const { data, error } = useQuery(recoveryCodesQuery());
  const left = data?.left;
  return (
    <div className={styles.codes}>
      <div className={styles.factor}>
        <div className={styles.codesText}>
          <Text fw={500}>{t('codes.what')}</Text>
          <CodeCount left={left} error={error} />
          {left !== undefined && left <= lowCount && <Text>{t(left === 0 ? 'codes.none' : 'codes.few')}</Text>}
        </div>
        <Button variant="default" onClick={open}>
          {t('codes.replace.action')}
        </Button>
      </div>
      {isReplacing && <ReplaceRecoveryCodes onClose={close} />}
    </div>
  );
}

function CodeCount({ left, error }: { left: number | undefined; error: Error | null }) {
  const { t } = useTranslation('mfa');
  if (error) return <Text c="red">{failureText(error)}</Text>;
  if (left === undefined) return <CardsSkeleton count={1} />;
  return <StatusBadge tone={toneOf(left)}>{t('codes.left', { left, total: recoveryCodeCount })}</StatusBadge>;
}

function toneOf(left: number): StatusTone {
  if (left === 0) return 'danger';
  return left <= lowCount ? 'warning' : 'success';
}
