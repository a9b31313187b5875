import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { factorsOf, secondStepsOf, useMe } from '../../auth/index.ts';
import { restrictionsQuery } from '../../settings/index.ts';
import { useRemoveEmail } from '../mfa.queries.ts';
import styles from './second-factors.module.css';

const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }));

/** Codes by email of the signed-in user. */
export function EmailFactor() {
  const { t } = useTranslation('mfa');
  const { email, email_mfa_enabled, is_admin } = useMe();
  // while unknown, the server refuses with the same reason
  const hasMail = useQuery(restrictionsQuery()).data?.mail_configured ?? true;
  const [open, setOpen] = useState<'add' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <div className={styles.factor}>
      <div>
        <Text fw={500}>{t('email.name')}</Text>
        <Text c="dimmed">{t('email.about', { email })}</Text>
        <StatusBadge tone={email_mfa_enabled ? 'success' : 'neutral'}>
          {t(email_mfa_enabled ? 'email.on' : 'email.off')}
        </StatusBadge>
        {!hasMail && (
          <Text c="dimmed" size="sm">
            {t('email.no_mail')}{' '}
            {is_admin ? (
              <TextLink to="/settings/mail" underline="always">
                {t('email.no_mail_admin')}
              </TextLink>
            ) : (
              t('email.no_mail_user')
            )}
          </Text>
        )}
      </div>
      {email_mfa_enabled ? (
        <Button variant="default" aria-label={t('email.remove_what')} onClick={() => setOpen('remove')}>
          {t('email.remove')}
        </Button>
      ) : (
        hasMail && (
          <Button variant="default" aria-label={t('email.add_what')} onClick={() => setOpen('add')}>
            {t('email.add')}
          </Button>
        )
      )}
      <Suspense>{open === 'add' && <EmailDialog onClose={close} />}</Suspense>
      {open === 'remove' && <RemoveEmailDialog onClose={close} />}
    </div>
  );
}

function RemoveEmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mfa');
  const hasOthers = secondStepsOf(factorsOf(useMe())).some((factor) => factor !== 'email' && factor !== 'recovery');
  const remove = useRemoveEmail();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('email.remove_title')}
      consequences={<Text>{t(hasOthers ? 'remove_one' : 'remove_last')}</Text>}
      confirmLabel={t('email.remove')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('email.removed'));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
