import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface Props {
  onVerified: () => void;
  onClose: () => void;
}

/** Asks for a proof of identity during an action that requires one. */
export function ReauthenticationDialog({ onVerified, onClose }: Props) {
  const { t } = useTranslation('auth');
  return (
    <Modal opened onClose={onClose} title={t('proof.title')} closeOnClickOutside={false}>
      <Text mb="md">{t('proof.text')}</Text>
      <ReauthenticationForm onVerified={onVerified} onCancel={onClose} />
    </Modal>
  );
}
