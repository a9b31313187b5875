import type { UserInfo } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { invitationsCsv, type Outcome } from '../invite-people.ts';

interface Props {
  people: readonly UserInfo[];
  outcome: Outcome;
  onDone: () => void;
}

/** Offers the list of new links, once. */
export function InvitationLinksDialog({ people, outcome, onDone }: Props) {
  const { t } = useTranslation('enrollment');
  return (
    <SecretDialog
      title={t('links.title', { count: outcome.invited.size })}
      savedLabel={t('links.saved')}
      leaveTitle={t('links.leave_title')}
      leaveText={t('links.leave_text')}
      onDone={onDone}
    >
      <Text>{t('links.text')}</Text>
      <SecretPanel
        what={t('links.what')}
        secret={invitationsCsv(people, outcome)}
        note={t('links.once')}
        download={{ fileName: 'invitations.csv', label: t('links.download') }}
        isFile
        folded={t('links.show')}
      />
    </SecretDialog>
  );
}
