import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRotateKeys } from '../openid-apps.queries.ts';

/** Asks before all signing keys are replaced. */
export function RotateKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('openid-apps');
  const rotate = useRotateKeys();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('provider.rotate_title')}
      consequences={<Text>{t('provider.rotate_text')}</Text>}
      confirmLabel={t('provider.rotate')}
      danger={false}
      confirming={rotate.isPending}
      onConfirm={() =>
        rotate.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('provider.rotated'));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
