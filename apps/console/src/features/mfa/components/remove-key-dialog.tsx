import type { SecurityKey } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { useRemoveSecurityKey } from '../security-keys.queries.ts';

interface Props {
  username: string;
  securityKey: SecurityKey;
  /** Whether it is the only key of the user. */
  isLast: boolean;
  onClose: () => void;
}

export function RemoveKeyDialog({ username, securityKey: { id, name }, isLast, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const { totp_enabled, email_mfa_enabled } = useMe();
  const remove = useRemoveSecurityKey(username);
  const isLastFactor = isLast && !totp_enabled && !email_mfa_enabled;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('key.remove_title', { name })}
      consequences={
        <Stack gap="sm">
          <Text>{t('key.remove_text')}</Text>
          <Text>{t(isLastFactor ? 'remove_last' : 'remove_one')}</Text>
        </Stack>
      }
      confirmLabel={t('key.remove')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toast.success(t('key.removed', { name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
