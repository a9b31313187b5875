import { useTranslation } from 'react-i18next';
import { FactList } from '../../../ui/fact-list.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  app: { readonly name: string; readonly client_id: string };
  secret: string;
  onDone: () => void;
}

/** Shows a new secret once. */
export function NewSecretDialog({ app, secret, onDone }: Props) {
  const { t } = useTranslation('openid-apps');
  return (
    <SecretDialog
      title={t('secret.title', { app: app.name })}
      leaveTitle={t('secret.leave_title')}
      leaveText={t('secret.leave_text')}
      onDone={onDone}
    >
      <FactList facts={[{ label: t('field.client_id'), value: app.client_id, copy: app.client_id }]} />
      <SecretPanel what={t('field.secret')} secret={secret} download={{ fileName: 'gatewarden-client-secret.txt' }} />
    </SecretDialog>
  );
}
