import type { Provisioner } from '@gatewarden/contract/yubikeys';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useRemoveProvisioner } from '../yubikeys.queries.ts';

interface Props {
  provisioner: Provisioner;
  onClose: () => void;
}

/** Takes a provisioner off the list. */
export function RemoveProvisionerDialog({ provisioner: { id, job }, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('removal.title', { name: id })}
      consequences={<Text>{t(job === null ? 'removal.text' : 'removal.text_busy')}</Text>}
      confirmLabel={t('removal.confirm')}
      mutation={useRemoveProvisioner()}
      variables={id}
      done={t('removal.done', { name: id })}
    />
  );
}
