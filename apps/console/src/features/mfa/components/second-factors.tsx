import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { factorsOf, secondStepsOf, useMe } from '../../auth/index.ts';
import { useRemoveTotp } from '../mfa.queries.ts';
import { DefaultMethod } from './default-method.tsx';
import { EmailFactor } from './email-factor.tsx';
import { RecoveryCodesLeft } from './recovery-codes-left.tsx';
import styles from './second-factors.module.css';
import { SecurityKeys } from './security-keys.tsx';

const TotpDialog = lazy(async () => ({ default: (await import('./totp-dialog.tsx')).TotpDialog }));

/** Second factors of the signed-in user. */
export function SecondFactors() {
  const { t } = useTranslation('mfa');
  const me = useMe();
  const [open, setOpen] = useState<'add' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <Panel
      title={t('title')}
      text={
        <Group gap="md">
          <span>{t('text')}</span>
          <StatusBadge tone={me.mfa_enabled ? 'success' : 'warning'}>
            {t(me.mfa_enabled ? 'state.on' : 'state.off')}
          </StatusBadge>
        </Group>
      }
    >
      <div className={styles.factor}>
        <div>
          <Text fw={500}>{t('totp.name')}</Text>
          <StatusBadge tone={me.totp_enabled ? 'success' : 'neutral'}>
            {t(me.totp_enabled ? 'totp.on' : 'totp.off')}
          </StatusBadge>
        </div>
        <Group gap="sm">
          <Button variant="default" onClick={() => setOpen('add')}>
            {t(me.totp_enabled ? 'totp.replace' : 'totp.add')}
          </Button>
          {me.totp_enabled && (
            <Button variant="default" onClick={() => setOpen('remove')}>
              {t('totp.remove')}
            </Button>
          )}
        </Group>
      </div>
      <EmailFactor />
      <SecurityKeys />
      <DefaultMethod />
      {me.mfa_enabled && <RecoveryCodesLeft />}
      <Suspense>{open === 'add' && <TotpDialog onClose={close} />}</Suspense>
      {open === 'remove' && <RemoveTotpDialog onClose={close} />}
    </Panel>
  );
}

function RemoveTotpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mfa');
  const hasOthers = secondStepsOf(factorsOf(useMe())).some((factor) => factor !== 'totp' && factor !== 'recovery');
  const remove = useRemoveTotp();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('totp.remove_title')}
      consequences={<Text>{t(hasOthers ? 'remove_one' : 'remove_last')}</Text>}
      confirmLabel={t('totp.remove')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('totp.removed'));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
