import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useRotateKeys } from '../openid-apps.queries.ts';

/** Asks before all signing keys are replaced. */
export function RotateKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('openid-apps');
  const rotate = useRotateKeys();
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('provider.rotate_title')}
      consequences={<Text>{t('provider.rotate_text')}</Text>}
      confirmLabel={t('provider.rotate')}
      danger={false}
      mutation={rotate}
      variables={undefined}
      done={t('provider.rotated')}
    />
  );
}
