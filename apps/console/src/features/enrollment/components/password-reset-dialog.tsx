import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useSendPasswordReset } from '../enrollment.queries.ts';
import type { Person } from '../person.ts';

interface Props {
  person: Person;
  onClose: () => void;
}

/** Mails a link with which the person sets another password. */
export function PasswordResetDialog({ person, onClose }: Props) {
  const { t } = useTranslation('enrollment');
  const { username, email } = person;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('reset.title', { name: personName(person) })}
      danger={false}
      consequences={<Text>{t('reset.text', { email })}</Text>}
      confirmLabel={t('reset.submit')}
      mutation={useSendPasswordReset()}
      variables={username}
      done={t('reset.sent', { email })}
    />
  );
}
