import type { Provider } from '@gatewarden/contract/identity-providers';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { TextLink } from '../../../ui/links.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSaveProvider } from '../identity-providers.queries.ts';
import type { DirectoryFields as Fields } from './directory.schema.ts';
import { toDirectoryForm, toDirectoryRequest } from './directory.ts';
import { DirectoryCredentials } from './directory-credentials.tsx';
import { DirectoryFields } from './directory-fields.tsx';

/** Changes which accounts and groups come from the directory of a provider. */
export function DirectoryDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation('identity-providers');
  const save = useSaveProvider(provider.name);
  const loadSchema = async () => (await import('./directory.schema.ts')).directoryFieldsOf(provider);
  const form = useZodForm<Fields, Fields>(loadSchema, { defaultValues: toDirectoryForm(provider) });
  return (
    <FormDialog onClose={onClose} title={t('directory.title', { name: provider.name })} size="lg" fillsPhone>
      <Form
        form={form}
        onSubmit={(fields) =>
          save.mutate(toDirectoryRequest(fields, provider), {
            onSuccess: ({ name }) => {
              toast.success(t('form.saved', { name }));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <TextLink to="/settings/directory/$source" params={{ source: `openid-${provider.id}` }}>
          {t('directory.status')}
        </TextLink>
        <DirectoryCredentials provider={provider} />
        <DirectoryFields />
        <FormActions submitLabel={t('form.save')} submitting={save.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
