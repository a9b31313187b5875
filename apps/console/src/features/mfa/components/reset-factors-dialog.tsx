import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useResetFactors } from '../mfa.queries.ts';

interface Props {
  username: string;
  /** Display name of the user. */
  name: string;
  onClose: () => void;
}

/** Removes all factors of a user who has lost them. */
export function ResetFactorsDialog({ username, name, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const reset = useResetFactors(username);
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('reset.title', { name })}
      consequences={<Text>{t('reset.text')}</Text>}
      confirmLabel={t('reset.confirm')}
      mutation={reset}
      variables={undefined}
      done={t('reset.done', { name })}
    />
  );
}
