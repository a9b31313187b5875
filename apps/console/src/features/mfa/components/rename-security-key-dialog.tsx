import { renameSecurityKey } from '@gatewarden/contract/security-keys';
import type { SecurityKey } from '@gatewarden/contract/users';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useRenameSecurityKey } from '../security-keys.queries.ts';

interface Props {
  username: string;
  securityKey: SecurityKey;
  onClose: () => void;
}

export function RenameSecurityKeyDialog({ username, securityKey: { id, name: before }, onClose }: Props) {
  const { t } = useTranslation(['mfa', 'common']);
  const rename = useRenameSecurityKey(username);
  const form = useZodForm(renameSecurityKey.body, { defaultValues: { name: before } });
  return (
    <Modal opened onClose={onClose} title={t('key.rename_title', { name: before })}>
      <Form
        form={form}
        onSubmit={({ name }) =>
          rename.mutate(
            { id, name },
            {
              onSuccess: () => {
                toast.success(t('key.renamed'));
                onClose();
              },
              onError: (error) => showError(form, error),
            },
          )
        }
      >
        <TextField name="name" label={t('key.name')} autoComplete="off" autoFocus />
        <FormActions submitLabel={t('common:form.save')} submitting={rename.isPending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
