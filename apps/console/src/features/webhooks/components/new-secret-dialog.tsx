import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  name: string;
  secret: string;
  onDone: () => void;
}

/** Shows a new signing secret once. */
export function NewSecretDialog({ name, secret, onDone }: Props) {
  const { t } = useTranslation('webhooks');
  return (
    <SecretDialog
      title={t('secret.title', { name })}
      leaveTitle={t('secret.leave_title')}
      leaveText={t('secret.leave_text')}
      onDone={onDone}
    >
      <Text>{t('secret.use')}</Text>
      <SecretPanel what={t('secret.what')} secret={secret} download={{ fileName: 'gatewarden-webhook-secret.txt' }} />
    </SecretDialog>
  );
}
