import type { ScimToken } from '@gatewarden/contract/scim';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { NewTokenDialog } from '../components/new-token-dialog.tsx';
import { useRotateScimToken } from '../scim.queries.ts';
import { expiryAfter, lifetimes } from './token-lifetime.ts';

/** Hours. */
const overlaps = ['0', '1', '24', '168'] as const;
const RotationFields = z.object({ overlap: z.enum(overlaps), lifetime: z.enum(lifetimes) });

interface Props {
  token: ScimToken;
  onClose: () => void;
}

/** Asks how long the former secret works; then shows the new one once. */
export function RotateTokenDialog({ token: { id, name, expires_at }, onClose }: Props) {
  const { t } = useTranslation('scim');
  const rotate = useRotateScimToken(id);
  const [secret, setSecret] = useState<string>();
  const form = useZodForm(RotationFields, {
    defaultValues: { overlap: '24', lifetime: expires_at === null ? 'endless' : '365' },
  });
  if (secret !== undefined) return <NewTokenDialog name={name} secret={secret} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title={t('rotate.title', { name })}>
      <Form
        form={form}
        onSubmit={({ overlap, lifetime }) =>
          rotate.mutate(
            { overlap_hours: Number(overlap), expires_at: expiryAfter(lifetime) },
            { onSuccess: ({ token }) => setSecret(token), onError: (error) => showError(form, error) },
          )
        }
      >
        <Text>{t('rotate.text')}</Text>
        <SelectField
          name="overlap"
          label={t('field.overlap')}
          options={overlaps.map((value) => ({ value, label: t(`overlap.${value}`) }))}
        />
        <SelectField
          name="lifetime"
          label={t('field.lifetime')}
          options={lifetimes.map((value) => ({ value, label: t(`lifetime.${value}`) }))}
        />
        <FormActions submitLabel={t('rotate.confirm')} submitting={rotate.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
