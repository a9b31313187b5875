import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../ui/rich-text.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  /** Name. */
  device: string;
  enrollment: { enrollment_token: string; enrollment_url: string };
  onDone: () => void;
}

/** Shows once the command that connects a device, with its token. */
export function ClientCommandDialog({ device, enrollment, onDone }: Props) {
  const { t } = useTranslation('network-devices');
  return (
    <SecretDialog
      size="lg"
      title={t('client.title', { device })}
      savedLabel={t('client.saved')}
      leaveTitle={t('client.leave_title')}
      leaveText={t('client.leave_text')}
      onDone={onDone}
    >
      <Text>{t('client.text')}</Text>
      <SecretPanel
        what={t('client.command')}
        secret={`npm run device -- join --url ${enrollment.enrollment_url} --token ${enrollment.enrollment_token}`}
        note={t('client.note')}
      />
      <Text c="dimmed">
        <RichText text={t('client.needs')} />
      </Text>
    </SecretDialog>
  );
}
