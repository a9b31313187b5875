import type { UserInfo } from '@gatewarden/contract/users';
import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useMe } from '../../auth/index.ts';

interface Props {
  user: UserInfo;
  fields: { readonly username: string; readonly email: string };
  onClose: () => void;
  onConfirm: () => void;
  confirming: boolean;
}

/** Explains the effect of a new username or email address and asks for confirmation. */
export function SignInChangeDialog({ user, fields, onClose, onConfirm, confirming }: Props) {
  const { t } = useTranslation('users');
  const isSelf = useMe().id === user.id;
  const renamed = fields.username !== user.username;
  const moved = fields.email !== user.email;
  const changed = !moved ? 'username' : !renamed ? 'email' : 'both';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      confirming={confirming}
      danger={false}
      title={isSelf ? t(`rename.own_title.${changed}`) : t(`rename.title.${changed}`, { name: personName(user) })}
      consequences={
        <Stack gap="sm">
          {renamed && <Text>{t('rename.username', { before: user.username, after: fields.username })}</Text>}
          {moved && <Text>{t('rename.email', { before: user.email, after: fields.email })}</Text>}
          <List spacing="xs">
            <List.Item>{t('rename.text')}</List.Item>
            {renamed && <List.Item>{t('rename.servers')}</List.Item>}
            {renamed && <List.Item>{t('rename.paths')}</List.Item>}
            {moved && <List.Item>{isSelf ? t('rename.own_mails') : t('rename.mails')}</List.Item>}
          </List>
        </Stack>
      }
      confirmLabel={t('rename.confirm')}
    />
  );
}
