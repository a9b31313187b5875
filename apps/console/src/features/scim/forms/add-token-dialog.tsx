import { NewScimToken } from '@gatewarden/contract/scim';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { NewTokenDialog } from '../components/new-token-dialog.tsx';
import { useAddScimToken } from '../scim.queries.ts';
import { expiryAfter, lifetimes } from './token-lifetime.ts';

const TokenFields = z.object({ name: NewScimToken.shape.name, lifetime: z.enum(lifetimes) });

/** Form for name and expiry; then shows the secret once. */
export function AddTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('scim');
  const add = useAddScimToken();
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  const form = useZodForm(TokenFields, { defaultValues: { name: '', lifetime: '365' } });
  const lifetime = useWatch({ control: form.control, name: 'lifetime' });
  if (created) return <NewTokenDialog {...created} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title={t('add.title')}>
      <Form
        form={form}
        onSubmit={({ name, lifetime: chosen }) =>
          add.mutate(
            { name, expires_at: expiryAfter(chosen) },
            {
              onSuccess: ({ token }) => setCreated({ name, secret: token }),
              onError: (error) => showError(form, error),
            },
          )
        }
      >
        <TextField name="name" label={t('field.name')} help={t('add.name_help')} autoComplete="off" autoFocus />
        <SelectField
          name="lifetime"
          label={t('field.lifetime')}
          help={t(lifetime === 'endless' ? 'add.endless_help' : 'add.issuer_help')}
          options={lifetimes.map((value) => ({ value, label: t(`lifetime.${value}`) }))}
        />
        <FormActions submitLabel={t('token.add')} submitting={add.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
