import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  codes: readonly string[];
  /** With the first factor: all other sessions have ended, this one stays signed in. */
  isFirst?: boolean;
  onClose: () => void;
}

/** Shows new recovery codes once. */
export function RecoveryCodes({ codes, isFirst = false, onClose }: Props) {
  const { t } = useTranslation('mfa');
  return (
    <SecretDialog
      title={t('codes.title')}
      savedLabel={t('codes.saved')}
      leaveTitle={t('codes.leave_title')}
      leaveText={t('codes.leave_text')}
      onDone={onClose}
    >
      <SecretPanel
        what={t('codes.what')}
        secret={codes.join('\n')}
        note={t('codes.text')}
        download={{ fileName: 'gatewarden-recovery-codes.txt' }}
      />
      {isFirst && <Text c="dimmed">{t('codes.sessions')}</Text>}
    </SecretDialog>
  );
}
