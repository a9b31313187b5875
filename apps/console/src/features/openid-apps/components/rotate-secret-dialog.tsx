import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { useRotateSecret } from '../openid-apps.queries.ts';
import { NewSecretDialog } from './new-secret-dialog.tsx';

/** Hours for which the previous secret is accepted. */
const overlaps = ['0', '1', '24', '168', '720'] as const;

interface Props {
  app: OpenidApp;
  onClose: () => void;
}

/** Creates a new secret, which is shown once; the previous one is accepted for the chosen time. */
export function RotateSecretDialog({ app, onClose }: Props) {
  const { t } = useTranslation('openid-apps');
  const rotate = useRotateSecret(app.client_id);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  if (rotate.data) return <NewSecretDialog app={app} secret={rotate.data.client_secret} onDone={onClose} />;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('secret.rotate_title', { app: app.name })}
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
