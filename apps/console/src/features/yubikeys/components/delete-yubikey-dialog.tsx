import type { Yubikey } from '@gatewarden/contract/yubikeys';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteYubikey } from '../yubikeys.queries.ts';

interface Props {
  username: string;
  yubikey: Yubikey;
  onClose: () => void;
}

/** Deletes a YubiKey and its keys here; the card itself is not changed. */
export function DeleteYubikeyDialog({ username, yubikey: { id, name }, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t('delete.text')}</Text>}
      confirmLabel={t('delete.confirm')}
      mutation={useDeleteYubikey(username)}
      variables={id}
      done={t('delete.done', { name })}
    />
  );
}
