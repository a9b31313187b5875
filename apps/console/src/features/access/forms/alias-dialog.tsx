import type { AccessAlias } from '@gatewarden/contract/access';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { aliasesQuery, useSaveAlias } from '../access.queries.ts';
import { loadAliasForm, newAlias, takenAliasNames, toAliasForm, toAliasRequest } from './alias-form.ts';
import { DestinationFields } from './rule-fields.tsx';

interface Props {
  /** Absent: a new one. */
  alias?: AccessAlias;
  onClose: () => void;
}

/** Adds or changes an alias. */
export function AliasDialog({ alias, onClose }: Props) {
  const { t } = useTranslation('access');
  return (
    <FormDialog title={alias ? t('aliases.edit') : t('aliases.add')} size="lg" fillsPhone onClose={onClose}>
      <AliasForm {...(alias && { alias })} onClose={onClose} />
    </FormDialog>
  );
}

function AliasForm({ alias, onClose }: Props) {
  const { t } = useTranslation('access');
  const save = useSaveAlias();
  const { data: aliases = [] } = useQuery(aliasesQuery());
  const form = useZodForm(loadAliasForm(takenAliasNames(aliases, alias)), {
    defaultValues: alias ? toAliasForm(alias) : newAlias,
  });
  const kinds = (['Destination', 'Component'] as const).map((kind) => ({
    value: kind,
    label: t(`aliases.kinds.${kind}`),
  }));
  return (
    <Form
      form={form}
      label={t('aliases.add')}
      onSubmit={(values) =>
        save.mutate(
          { id: alias?.id, body: toAliasRequest(values) },
          {
            onSuccess: ({ name }) => {
              toast.success(alias ? t('aliases.saved') : t('aliases.added', { alias: name }));
              onClose();
            },
            onError: (error) => showError(form, error),
          },
        )
      }
    >
      <TextField name="name" label={t('form.name')} autoComplete="off" autoFocus />
      <SelectField name="kind" label={t('aliases.kind')} help={t('aliases.kind_help')} options={kinds} />
      <DestinationFields />
      <FormActions
        submitLabel={alias ? t('aliases.save') : t('aliases.add')}
        submitting={save.isPending}
        onCancel={onClose}
      />
    </Form>
  );
}
