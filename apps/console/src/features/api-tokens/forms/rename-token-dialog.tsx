import { type ApiToken, NewApiToken } from '@gatewarden/contract/api-tokens';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useRenameToken } from '../api-tokens.queries.ts';

const TokenName = NewApiToken.pick({ name: true });

interface Props {
  username: string;
  token: ApiToken;
  onClose: () => void;
}

export function RenameTokenDialog({ username, token, onClose }: Props) {
  const { t } = useTranslation(['api-tokens', 'common']);
  const rename = useRenameToken(username);
  const form = useZodForm(TokenName, { defaultValues: { name: token.name } });
  return (
    <Modal opened onClose={onClose} title={t('rename.title', { name: token.name })}>
      <Form
        form={form}
        onSubmit={({ name }) =>
          rename.mutate(
            { id: token.id, name },
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
