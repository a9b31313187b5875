import type { ActivityStream } from '@gatewarden/contract/activity-streams';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form, FormRow } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSaveStream } from '../activity-streams.queries.ts';
import { CertificateField } from './certificate-field.tsx';
import { StreamFields } from './stream.schema.ts';
import { exampleUrls, kinds, toForm, toRequest } from './stream.ts';

interface Props {
  /** Absent: the form adds one. */
  stream?: ActivityStream;
  onClose: () => void;
}

/** Adds a stream, or changes where one goes. */
export function StreamDialog({ stream, onClose }: Props) {
  const { t } = useTranslation('activity-streams');
  const save = useSaveStream(stream?.id);
  // a refetch while the dialog is open must not change what was opened
  const [defaultValues] = useState(() => toForm(stream));
  const form = useZodForm(StreamFields, { defaultValues });
  const kind = useWatch({ control: form.control, name: 'stream_type' });
  const keepsPassword = stream?.config.password_set === true;
  return (
    <FormDialog
      onClose={onClose}
      title={stream ? t('edit.title', { name: stream.name }) : t('add.title')}
      size="lg"
      fillsPhone
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={(fields) =>
          save.mutate(toRequest(fields), {
            onSuccess: () => {
              toast.success(t(stream ? 'edit.done' : 'add.done', { name: fields.name }));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <TextField name="name" label={t('field.name')} autoComplete="off" />
        <SelectField
          name="stream_type"
          label={t('field.kind')}
          help={t(`kind_help.${kind}`)}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextField
          name="stream_config.url"
          type="url"
          label={t('field.url')}
          help={t(`url_help.${kind}`)}
          placeholder={exampleUrls[kind]}
          autoComplete="off"
          verbatim
        />
        {kind !== 'syslog_tls' && (
          <FormRow>
            <TextField name="stream_config.username" label={t('field.username')} autoComplete="off" verbatim optional />
            <PasswordField
              name="stream_config.password"
              label={t('field.password')}
              {...(keepsPassword && { help: t('field.password_kept') })}
              autoComplete="new-password"
              optional
            />
          </FormRow>
        )}
        <CertificateField name="stream_config.cert" label={t('field.cert')} help={t('field.cert_help')} optional />
        <FormActions
          submitLabel={t(stream ? 'edit.save' : 'add.action')}
          submitting={save.isPending}
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
