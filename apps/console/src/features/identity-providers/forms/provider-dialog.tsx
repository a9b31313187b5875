import type { ListedProvider } from '@gatewarden/contract/identity-providers';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { TurnOffDialog } from '../components/turn-off-dialog.tsx';
import { useSaveProvider } from '../identity-providers.queries.ts';
import { GroupMappingFields } from './group-mapping-fields.tsx';
import { KindField } from './kind-field.tsx';
import { type Fields, toForm, toRequest } from './provider.ts';
import { ProviderTestButton } from './provider-test-button.tsx';

const loadSchema = async () => (await import('./provider.schema.ts')).ProviderFields;
const loadNewSchema = async () => (await import('./provider.schema.ts')).NewProviderFields;

interface Props {
  /** Absent: a new one. */
  provider?: ListedProvider;
  /** To register at the provider. */
  redirectUris: readonly string[];
  onClose: () => void;
}

/** The other two are those of the listener for clients. */
function redirectLabel(uri: string) {
  if (uri.endsWith('/openid/mfa/callback')) return 'form.redirect_uri_connect';
  return uri.endsWith('/openid/callback') ? 'form.redirect_uri_enrollment' : 'form.redirect_uri';
}

/** Adds or changes an OpenID provider. */
export function ProviderDialog({ provider, redirectUris, onClose }: Props) {
  const { t } = useTranslation('identity-providers');
  const save = useSaveProvider(provider?.name);
  const form = useZodForm<Fields, Fields>(provider ? loadSchema : loadNewSchema, { defaultValues: toForm(provider) });
  /** Would turn the provider off. */
  const [unconfirmed, setUnconfirmed] = useState<Fields>();
  const kind = useWatch({ control: form.control, name: 'kind' });
  const hasFixedLabel = kind === 'google' || kind === 'microsoft';
  const hasPlaceholder = kind === 'okta' || kind === 'microsoft';
  const trusts = useWatch({ control: form.control, name: 'trust_second_factor' });
  const submit = (fields: Fields) =>
    save.mutate(toRequest(fields, provider), {
      onSuccess: ({ name }) => {
        toast.success(t('form.saved', { name }));
        onClose();
      },
      // the confirmation shows other failures
      onError: (error) => showError(form, error) && setUnconfirmed(undefined),
    });
  return (
    <FormDialog
      onClose={onClose}
      title={provider ? t('form.edit_title', { name: provider.name }) : t('form.add_title')}
      size="lg"
      fillsPhone
    >
      <Form
        form={form}
        onSubmit={(fields) => (provider?.enabled && !fields.enabled ? setUnconfirmed(fields) : submit(fields))}
      >
        <KindField />
        <TextField name="name" label={t('form.name')} help={t('form.name_help')} autoComplete="off" verbatim />
        {!hasFixedLabel && (
          <TextField
            name="display_name"
            label={t('form.display_name')}
            help={t('form.display_name_help')}
            autoComplete="off"
            optional
          />
        )}
        <FactList facts={redirectUris.map((uri) => ({ label: t(redirectLabel(uri)), value: uri, copy: uri }))} />
        <TextField
          name="base_url"
          label={t('form.base_url')}
          help={t(hasPlaceholder ? `form.base_url_help_${kind}` : 'form.base_url_help')}
          type="url"
          verbatim
        />
        <ProviderTestButton />
        <TextField name="client_id" label={t('form.client_id')} autoComplete="off" verbatim />
        <PasswordField
          name="client_secret"
          label={t('form.client_secret')}
          autoComplete="new-password"
          optional={provider !== undefined}
          {...(provider && { help: t('form.client_secret_kept') })}
        />
        <SwitchField name="enabled" label={t('form.enabled')} {...(provider && { help: t('form.enabled_help') })} />
        <SwitchField name="link_by_email" label={t('form.link_by_email')} help={t('form.link_by_email_help')} />
        <SwitchField name="trust_second_factor" label={t('form.trust')} help={t('form.trust_help')} />
        {trusts && <TagListField name="acr_values" label={t('form.acr')} help={t('form.acr_help')} max={10} optional />}
        <TextField
          name="group_claim"
          label={t('form.group_claim')}
          help={t('form.group_claim_help')}
          autoComplete="off"
          verbatim
          optional
        />
        <GroupMappingFields />
        <FormActions
          submitLabel={provider ? t('form.save') : t('list.add')}
          submitting={save.isPending}
          onCancel={onClose}
        />
      </Form>
      {provider && unconfirmed && (
        <TurnOffDialog
          provider={provider}
          onClose={() => setUnconfirmed(undefined)}
          onConfirm={() => submit(unconfirmed)}
          confirming={save.isPending}
        />
      )}
    </FormDialog>
  );
}
