import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  name: string;
  secret: string;
  onClose: () => void;
}

/** Shows a new secret once. */
export function NewTokenDialog({ name, secret, onClose }: Props) {
  const { t } = useTranslation('scim');
  return (
    <SecretDialog
      title={t('made.title', { name })}
      leaveTitle={t('made.leave_title')}
      leaveText={t('made.leave_text')}
      onDone={onClose}
    >
      <SecretPanel what={t('made.what')} secret={secret} download={{ fileName: 'gatewarden-scim-token.txt' }} />
    </SecretDialog>
  );
}
