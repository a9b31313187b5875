import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useWithdrawInvitation } from '../enrollment.queries.ts';
import type { Invitation } from './invitation-table.tsx';

interface Props {
  invitation: Invitation;
  onClose: () => void;
}

/** Ends an invitation. */
export function WithdrawDialog({ invitation, onClose }: Props) {
  const { t } = useTranslation('enrollment');
  const name = personName(invitation);
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('withdraw.title', { name })}
      consequences={<Text>{t(invitation.started_at === null ? 'withdraw.text' : 'withdraw.text_started')}</Text>}
      confirmLabel={t('withdraw.confirm')}
      mutation={useWithdrawInvitation()}
      variables={invitation.id}
      done={t('withdraw.done', { name })}
    />
  );
}
