import type { Webhook } from '@gatewarden/contract/webhooks';
import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { useRotateSecret } from '../webhooks.queries.ts';
import { NewSecretDialog } from './new-secret-dialog.tsx';

/** Hours for which requests are also signed with the previous secret. */
const overlaps = ['0', '1', '24', '72', '168'] as const;

interface Props {
  webhook: Webhook;
  onClose: () => void;
}

/** Creates a new signing secret, which is shown once; requests are signed with both for the chosen time. */
export function RotateSecretDialog({ webhook: { id, description: name }, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const rotate = useRotateSecret(id);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  if (rotate.data) return <NewSecretDialog name={name} secret={rotate.data.signing_secret} onDone={onClose} />;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('secret.rotate_title', { name })}
      consequences={
        <Stack gap="md">
          <Text>{t('secret.rotate_text')}</Text>
          <div>
            <Select
              label={t('secret.overlap')}
              data={overlaps.map((value) => ({ value, label: t(`secret.overlap_is.${value}`) }))}
              value={overlap}
              onChange={(value) => setOverlap(overlaps.find((one) => one === value) ?? overlap)}
              allowDeselect={false}
            />
            <FieldNotes notes={overlap === '0' ? [{ tone: 'warning', text: t('secret.overlap_now') }] : []} />
          </div>
        </Stack>
      }
      confirmLabel={t('secret.rotate')}
      danger={overlap === '0'}
      confirming={rotate.isPending}
      onConfirm={() => rotate.mutate(Number(overlap), { onError: showFailure })}
    />
  );
}
