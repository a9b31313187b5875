import { RotateScimToken, type ScimToken } from '@gatewarden/contract/scim';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { NewTokenDialog } from '../components/new-token-dialog.tsx';
import { useRotateScimToken } from '../scim.queries.ts';
import { expiryAfter, lifetimes } from './token-lifetime.ts';

const RotationFields = z.object({
  overlap_hours: RotateScimToken.shape.overlap_hours.unwrap(),
  lifetime: z.enum(lifetimes),
});

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
    defaultValues: { overlap_hours: 24, lifetime: expires_at === null ? 'endless' : '365' },
  });
  if (secret !== undefined) return <NewTokenDialog name={name} secret={secret} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title={t('rotate.title', { name })}>
      <Form
        form={form}
        onSubmit={({ overlap_hours, lifetime }) =>
          rotate.mutate(
            { overlap_hours, expires_at: expiryAfter(lifetime) },
            { onSuccess: ({ token }) => setSecret(token), onError: (error) => showError(form, error) },
          )
        }
      >
        <Text>{t('rotate.text')}</Text>
        <NumberField name="overlap_hours" label={t('field.overlap')} unit={t('rotate.hours')} min={0} max={168} />
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
