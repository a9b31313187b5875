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
  /** Whether the user has no other second factor. */
  isLastFactor: boolean;
  onClose: () => void;
}

export function RemoveKeyDialog({ username, securityKey: { id, name }, isLastFactor, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const isOwn = useMe().username === username;
  const remove = useRemoveSecurityKey(username);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('key.remove_title', { name })}
      consequences={
        <Stack gap="sm">
          <Text>{t(isOwn ? 'key.remove_text' : 'key.remove_text_of_user')}</Text>
          <Text>
            {isOwn
              ? t(isLastFactor ? 'remove_last' : 'remove_one')
              : t(isLastFactor ? 'key.remove_last_of_user' : 'key.remove_one_of_user')}
          </Text>
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
