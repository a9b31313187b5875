import type { Licence } from '@gatewarden/contract/licence';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useSaveLicence } from '../licence.queries.ts';
import { KeyForm } from './key-form.tsx';

/** Saves, checks and removes the key. */
export function KeyPanel({ licence: { state } }: { licence: Licence }) {
  const { t } = useTranslation('licence');
  const [isRemoving, { open, close }] = useDisclosure(false);
  const remove = useSaveLicence();
  const isStored = state !== 'none';
  return (
    <Panel
      title={t('key.title')}
      text={t(isStored ? 'key.replace' : 'key.text')}
      actions={
        isStored && (
          <Button variant="default" onClick={open}>
            {t('key.remove')}
          </Button>
        )
      }
    >
      <KeyForm />
      {isRemoving && (
        <ConfirmMutation
          onClose={close}
          title={t('remove.title')}
          consequences={<Text>{t('remove.text')}</Text>}
          confirmLabel={t('key.remove')}
          mutation={remove}
          variables=""
          done={t('remove.done')}
        />
      )}
    </Panel>
  );
}
