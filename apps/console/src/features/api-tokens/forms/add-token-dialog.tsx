import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useAddToken } from '../api-tokens.queries.ts';
import { NewTokenDialog } from '../components/new-token-dialog.tsx';
import { accessLevels, lifetimes, TokenFields, toRequest } from '../new-token.ts';
import type { TokenOwner } from '../token-owner.ts';
import { AreaFields } from './area-fields.tsx';

interface Props {
  owner: TokenOwner;
  onClose: () => void;
}

/** Form for name, expiry and scopes; then shows the secret once. */
export function AddTokenDialog({ owner, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  const add = useAddToken(owner.username);
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  const form = useZodForm(TokenFields, { defaultValues: { name: '', lifetime: '90', access: 'read', areas: {} } });
  const [access, lifetime] = useWatch({ control: form.control, name: ['access', 'lifetime'] });
  if (created) return <NewTokenDialog {...created} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title={t('add.title')}>
      <Form
        form={form}
        onSubmit={(fields) =>
          add.mutate(toRequest(fields, new Date()), {
            onSuccess: ({ token }) => setCreated({ name: fields.name, secret: token }),
            onError: (error) => showError(form, error),
          })
        }
      >
        <TextField name="name" label={t('field.name')} help={t('add.name_help')} autoComplete="off" autoFocus />
        <SelectField
          name="lifetime"
          label={t('field.lifetime')}
          options={lifetimes.map((value) => ({ value, label: t(`lifetime.${value}`) }))}
          {...(lifetime === 'endless' && { help: t('add.endless_help') })}
        />
        <SelectField
          name="access"
          label={t('field.access')}
          help={t(owner.is_admin ? 'add.access_help_admin' : 'add.access_help')}
          options={accessLevels.map((value) => ({ value, label: t(`access.${value}`) }))}
        />
        {access === 'areas' && <AreaFields isAdmin={owner.is_admin} />}
        <FormActions submitLabel={t('list.add')} submitting={add.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
