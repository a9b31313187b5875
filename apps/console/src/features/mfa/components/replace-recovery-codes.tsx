import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useReplaceRecoveryCodes } from '../mfa.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Asks for confirmation, because the previous codes become invalid, and shows the new ones once. */
export function ReplaceRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mfa');
  const replace = useReplaceRecoveryCodes();
  if (replace.data) {
    return <RecoveryCodes codes={replace.data.codes} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('codes.replace.title')}
      consequences={<Text>{t('codes.replace.text')}</Text>}
      confirmLabel={t('codes.replace.confirm')}
      danger={false}
      confirming={replace.isPending}
      onConfirm={() => replace.mutate(undefined, { onError: showFailure })}
    />
  );
}
