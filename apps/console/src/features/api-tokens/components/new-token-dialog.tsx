import { useTranslation } from 'react-i18next';
import { apiBase } from '../../../lib/path-of.ts';
import { CommandLine } from '../../../ui/command-line.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  name: string;
  secret: string;
  onClose: () => void;
}

/** Shows the secret of a new token once, and how to use it. */
export function NewTokenDialog({ name, secret, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  // reads the secret from the environment, because the shell stores typed commands in its history
  const example = `curl --header "Authorization: Bearer $GATEWARDEN_TOKEN" ${location.origin}${apiBase}/me`;
  return (
    <SecretDialog
      title={t('made.title', { name })}
      leaveTitle={t('made.leave_title')}
      leaveText={t('made.leave_text')}
      onDone={onClose}
    >
      <SecretPanel what={t('made.what')} secret={secret} download={{ fileName: 'gatewarden-api-token.txt' }} />
      <CommandLine label={t('made.example')} command={example} />
    </SecretDialog>
  );
}
