import { longestKeyCharacters } from '@gatewarden/contract/auth-keys';
import { Button, FileButton, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useAddKey } from '../auth-keys.queries.ts';
import { commentOf, KeyFields, kindOf } from './new-key.ts';

interface Props {
  username: string;
  /** Name of the owner, for dialogs outside of a page of the owner. */
  ownerName?: string;
  onClose: () => void;
}

/** Adds a pasted key or one from a file, and shows its type immediately. A private key is never sent. */
export function AddKeyDialog({ username, ownerName, onClose }: Props) {
  const { t } = useTranslation('auth-keys');
  const add = useAddKey(username);
  const form = useZodForm(KeyFields, { defaultValues: { key: '', name: '' } });
  const key = useWatch({ control: form.control, name: 'key' }) ?? '';
  const kind = kindOf(key);

  async function readFile(file: File | null): Promise<void> {
    if (!file) return;
    // one character more than allowed, so that validation finds a key that is too long
    const text = await file.slice(0, longestKeyCharacters + 1).text();
    form.setValue('key', text, { shouldDirty: true, shouldValidate: true });
    suggestName(text);
  }
  function suggestName(text: string): void {
    const name = commentOf(text);
    if (name && !form.getValues('name')) form.setValue('name', name, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <FormDialog onClose={onClose} title={ownerName ? t('add.title_for', { name: ownerName }) : t('add.title')}>
      <Form
        form={form}
        onSubmit={(fields) =>
          kind &&
          add.mutate(
            { ...fields, key_type: kind },
            {
              onSuccess: () => {
                toast.success(t('add.added', { name: fields.name }));
                onClose();
              },
              onError: (error) => showError(form, error),
            },
          )
        }
      >
        <TextAreaField
          name="key"
          label={t('field.key')}
          help={t('add.key_help')}
          onLeave={() => suggestName(form.getValues('key') ?? '')}
          autoFocus
        />
        <Text role="status" c="dimmed">
          {kind ? t(`add.is_${kind}`) : ''}
        </Text>
        <div>
          <FileButton onChange={(file) => void readFile(file)} inputProps={{ 'aria-label': t('add.file') }}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileUpload size="1rem" />}>
                {t('add.file')}
              </Button>
            )}
          </FileButton>
        </div>
        <TextField name="name" label={t('field.name')} autoComplete="off" />
        <FormActions submitLabel={t('list.add')} submitting={add.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
