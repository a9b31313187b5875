import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useRotateTokens } from '../yubikeys.queries.ts';

interface Props {
  onClose: () => void;
  /** Called with the new token in use. */
  onDone: () => void;
}

/** Revokes the tokens of all provisioners. */
export function RotateTokensDialog({ onClose, onDone }: Props) {
  const { t } = useTranslation('yubikeys');
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('rotation.title')}
      consequences={<Text>{t('rotation.text')}</Text>}
      confirmLabel={t('rotation.confirm')}
      mutation={useRotateTokens()}
      variables={undefined}
      done={t('rotation.done')}
      onDone={onDone}
    />
  );
}
