import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { AppForm } from './app-form.tsx';
import type { SettingsFields as Fields } from './settings-form.schema.ts';

const maxAddresses = 32;
const loadSchema = async () => (await import('./settings-form.schema.ts')).SettingsFields;
const loadMachineSchema = async () => (await import('./settings-form.schema.ts')).MachineSettingsFields;

/** Name, addresses and authentication of an application. */
export function AppSettingsForm({ app }: { app: OpenidApp }) {
  const { t } = useTranslation('openid-apps');
  const isMachine = app.kind === 'machine';
  return (
    <AppForm<Fields>
      app={app}
      schema={isMachine ? loadMachineSchema : loadSchema}
      toForm={toForm}
      toChanges={(fields) => fields}
      label={t('page.settings')}
    >
      <FormSection title={t('settings.about')}>
        <TextField name="name" label={t('field.name')} autoComplete="off" />
        <TextField
          name="description"
          label={t('field.description')}
          help={t('field.description_help')}
          autoComplete="off"
          optional
        />
        <TextField
          name="logo_url"
          type="url"
          label={t('field.logo')}
          help={t('field.logo_help')}
          autoComplete="off"
          verbatim
          optional
        />
      </FormSection>
      {!isMachine && <AddressFields />}
      {app.kind !== 'public' && <SecurityFields isMachine={isMachine} />}
    </AppForm>
  );
}

function AddressFields() {
  const { t } = useTranslation('openid-apps');
  return (
    <FormSection title={t('settings.addresses')}>
      <TextField
        name="start_url"
        type="url"
        label={t('field.start')}
        help={t('field.start_help')}
        autoComplete="off"
        verbatim
        optional
      />
      <TagListField
        name="redirect_uri"
        label={t('field.redirect')}
        help={t('field.redirect_help')}
        max={maxAddresses}
      />
      <TagListField
        name="post_logout_redirect_uri"
        label={t('field.post_logout')}
        help={t('field.post_logout_help')}
        max={maxAddresses}
        optional
      />
      <TextField
        name="backchannel_logout_uri"
        type="url"
        label={t('field.backchannel')}
        help={t('field.backchannel_help')}
        autoComplete="off"
        verbatim
        optional
      />
    </FormSection>
  );
}

function SecurityFields({ isMachine }: { isMachine: boolean }) {
  const { t } = useTranslation('openid-apps');
  const authentication = useWatch<Fields, 'authentication'>({ name: 'authentication' });
  return (
    <FormSection title={t('settings.security')}>
      {!isMachine && (
        <>
          <SwitchField name="requires_pkce" label={t('settings.pkce')} help={t('settings.pkce_help')} />
          <SwitchField name="allows_device_flow" label={t('settings.device')} help={t('settings.device_help')} />
        </>
      )}
      <SelectField
        name="authentication"
        label={t('settings.authentication')}
        options={(['secret', 'private_key'] as const).map((value) => ({
          value,
          label: t(`settings.auth_is.${value}`),
        }))}
      />
      {authentication === 'private_key' && (
        <>
          <TextAreaField name="jwks" label={t('settings.jwks')} help={t('settings.jwks_help')} optional />
          <TextField
            name="jwks_uri"
            type="url"
            label={t('settings.jwks_uri')}
            help={t('settings.jwks_uri_help')}
            autoComplete="off"
            verbatim
            optional
          />
        </>
      )}
    </FormSection>
  );
}

function toForm(app: OpenidApp): Fields {
  return {
    name: app.name,
    description: app.description,
    logo_url: app.logo_url,
    start_url: app.start_url,
    redirect_uri: app.redirect_uri,
    post_logout_redirect_uri: app.post_logout_redirect_uri,
    backchannel_logout_uri: app.backchannel_logout_uri,
    authentication: app.authentication,
    requires_pkce: app.requires_pkce,
    allows_device_flow: app.allows_device_flow,
    jwks: app.jwks,
    jwks_uri: app.jwks_uri,
  };
}
