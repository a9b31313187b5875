import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteKey } from '../auth-keys.queries.ts';

interface Props {
  username: string;
  authKey: AuthKey;
  onClose: () => void;
}

export function DeleteKeyDialog({ username, authKey, onClose }: Props) {
  const { t } = useTranslation('auth-keys');
  const remove = useDeleteKey(username);
  const name = authKey.name ?? authKey.yubikey_name ?? authKey.fingerprint;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t(`delete.${authKey.key_type}`)}</Text>}
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      variables={authKey.id}
      done={t('delete.deleted', { name })}
    />
  );
}
