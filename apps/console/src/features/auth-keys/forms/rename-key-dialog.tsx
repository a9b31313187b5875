import { type AuthKey, NewAuthKey } from '@gatewarden/contract/auth-keys';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useRenameKey } from '../auth-keys.queries.ts';

const KeyName = NewAuthKey.pick({ name: true });

interface Props {
  username: string;
  authKey: AuthKey;
  onClose: () => void;
}

export function RenameKeyDialog({ username, authKey, onClose }: Props) {
  const { t } = useTranslation(['auth-keys', 'common']);
  const rename = useRenameKey(username);
  const before = authKey.name ?? '';
  const form = useZodForm(KeyName, { defaultValues: { name: before } });
  return (
    <Modal opened onClose={onClose} title={t('rename.title', { name: before })}>
      <Form
        form={form}
        onSubmit={({ name }) =>
          rename.mutate(
            { id: authKey.id, name },
            {
              onSuccess: () => {
                toast.success(t('rename.saved'));
                onClose();
              },
              onError: (error) => showError(form, error),
            },
          )
        }
      >
        <TextField name="name" label={t('field.name')} autoComplete="off" autoFocus />
        <FormActions submitLabel={t('common:form.save')} submitting={rename.isPending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
