import type { Webhook } from '@gatewarden/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmRotation } from '../../../ui/confirm-rotation.tsx';
import { useRotateSecret } from '../webhooks.queries.ts';
import { NewSecretDialog } from './new-secret-dialog.tsx';

/** Hours for which requests are also signed with the previous secret. */
const overlaps = ['0', '1', '24', '72', '168'] as const;

interface Props {
  webhook: Webhook;
  onClose: () => void;
}

/** Creates a new signing secret, which is shown once; requests are signed with both for the chosen time. */
export function RotateSecretDialog({ webhook: { id, description: name }, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const rotate = useRotateSecret(id);
  if (rotate.data) return <NewSecretDialog name={name} secret={rotate.data.signing_secret} onDone={onClose} />;
  return (
    <ConfirmRotation
      onClose={onClose}
      title={t('secret.rotate_title', { name })}
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
