import type { UserInfo } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { personName } from '../person-name.ts';

interface Props {
  user: UserInfo;
  fields: { readonly username: string; readonly email: string };
  onClose: () => void;
  onConfirm: () => void;
  confirming: boolean;
}

/** What another user name or e-mail address means for the person. */
export function RenameDialog({ user, fields, onClose, onConfirm, confirming }: Props) {
  const { t } = useTranslation('users');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      confirming={confirming}
      danger={false}
      title={t('rename.title', { name: personName(user) })}
      consequences={
        <Stack gap="sm">
          {fields.username !== user.username && (
            <Text>{t('rename.username', { before: user.username, after: fields.username })}</Text>
          )}
          {fields.email !== user.email && <Text>{t('rename.email', { before: user.email, after: fields.email })}</Text>}
          <Text>{t('rename.text')}</Text>
        </Stack>
      }
      confirmLabel={t('rename.confirm')}
    />
  );
}
