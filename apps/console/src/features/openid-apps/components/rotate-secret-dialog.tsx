import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmRotation } from '../../../ui/confirm-rotation.tsx';
import { useRotateSecret } from '../openid-apps.queries.ts';
import { NewSecretDialog } from './new-secret-dialog.tsx';

/** Hours for which the previous secret is accepted. */
const overlaps = ['0', '1', '24', '168', '720'] as const;

interface Props {
  app: OpenidApp;
  onClose: () => void;
}

/** Creates a new secret, which is shown once; the previous one is accepted for the chosen time. */
export function RotateSecretDialog({ app, onClose }: Props) {
  const { t } = useTranslation('openid-apps');
  const rotate = useRotateSecret(app.client_id);
  if (rotate.data) return <NewSecretDialog app={app} secret={rotate.data.client_secret} onDone={onClose} />;
  return (
    <ConfirmRotation
      onClose={onClose}
      title={t('secret.rotate_title', { app: app.name })}
      text={t('secret.rotate_text')}
      label={t('secret.overlap')}
      options={overlaps.map((value) => ({ value, label: t(`secret.overlap_is.${value}`) }))}
      warning={t('secret.overlap_now')}
      confirmLabel={t('secret.rotate')}
      confirming={rotate.isPending}
      onConfirm={(hours) => rotate.mutate(hours, { onError: showFailure })}
    />
  );
}
