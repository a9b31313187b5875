import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useIssueToken } from '../enrollment.queries.ts';
import type { Person } from '../person.ts';

interface Props {
  /** With the address to which the invitation was sent. */
  person: Person;
  onClose: () => void;
}

/** Mails a new token, which replaces the earlier one. */
export function ResendDialog({ person, onClose }: Props) {
  const { t } = useTranslation('enrollment');
  const { username, email } = person;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('resend.title', { name: personName(person) })}
      danger={false}
      consequences={<Text>{t('resend.text', { email })}</Text>}
      confirmLabel={t('issue.submit_mail')}
      mutation={useIssueToken('enrollment')}
      variables={{ username, email, language: 'account' }}
      done={t('issue.sent', { email })}
    />
  );
}
