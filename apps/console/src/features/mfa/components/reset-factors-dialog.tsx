import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useResetFactors } from '../mfa.queries.ts';

interface Props {
  username: string;
  /** Display name of the user. */
  name: string;
  onClose: () => void;
}

/** Removes all factors of a user who has lost them. */
export function ResetFactorsDialog({ username, name, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const reset = useResetFactors(username);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('reset.title', { name })}
      consequences={<Text>{t('reset.text')}</Text>}
      confirmLabel={t('reset.confirm')}
      confirming={reset.isPending}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('reset.done', { name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
