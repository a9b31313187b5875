import type { SnatBinding } from '@gatewarden/contract/snat';
import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personOption } from '../../../lib/format/person-option.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSaveBinding } from '../snat.queries.ts';

interface Props {
  locationId: number;
  /** Absent: a new one. */
  binding: SnatBinding | undefined;
  /** Those who have none yet; for a binding that is changed, its user. */
  users: readonly UserInfo[];
  onClose: () => void;
}

const loadBindingForm = async () => (await import('./binding-form.schema.ts')).BindingForm;

/** Gives the devices of a user a public address, or changes it. */
export function BindingDialog({ locationId, binding, users, onClose }: Props) {
  const { t } = useTranslation('snat');
  const label = binding ? t('edit') : t('add');
  const save = useSaveBinding(locationId, binding === undefined);
  const form = useZodForm(loadBindingForm, {
    defaultValues: { user: binding ? String(binding.user_id) : '', public_ip: binding?.public_ip ?? '' },
  });
  return (
    <FormDialog title={label} onClose={onClose}>
      <Form
        form={form}
        label={label}
        onSubmit={({ user, public_ip: publicIp }) =>
          save.mutate(
            { userId: Number(user), publicIp },
            {
              onSuccess: () => {
                toast.success(t('saved'));
                onClose();
              },
              onError: (error) => showError(form, error),
            },
          )
        }
      >
        {!binding && <SelectField name="user" label={t('user')} searchable options={users.map(personOption)} />}
        <TextField name="public_ip" label={t('address')} help={t('address_help')} placeholder="203.0.113.7" verbatim />
        <FormActions submitLabel={t('save')} submitting={save.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
