import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { type Enrollment, joinCommand } from '../join-command.ts';

interface Props {
  /** Name. */
  device: string;
  enrollment: Enrollment;
  onDone: () => void;
}

/** Shows once the command that connects a device, with its token. */
export function ClientCommandDialog({ device, enrollment, onDone }: Props) {
  const { t } = useTranslation('network-devices');
  const command = joinCommand(enrollment);
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
      <SecretPanel what={t('client.command')} secret={command} note={t('client.note')} />
      {command.endsWith('--allow-http') && <Callout tone="warning">{t('client.no_tls')}</Callout>}
      <Text c="dimmed">
        <RichText text={t('client.needs')} />
      </Text>
    </SecretDialog>
  );
}
