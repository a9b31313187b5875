import { Button, Group, Text } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LdapFields } from '../forms/ldap.schema.ts';
import { ldapPresets } from '../forms/ldap.ts';

type Preset = keyof typeof ldapPresets;
/** Names of products, the same in every language. */
const presetNames = { openldap: 'OpenLDAP', active_directory: 'Active Directory', freeipa: 'FreeIPA' } as const;

/** Where people and groups are, and how the server names them. */
export function LdapSchemaFields() {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<LdapFields>();
  const isOn = useWatch({ control, name: 'ldap_enabled' });
  const text = { autoComplete: 'off', verbatim: true } as const;
  const needed = { ...text, optional: isOn !== true };
  return (
    <FormSection title={t('ldap.schema_title')} text={t('ldap.schema_text')}>
      <Presets />
      <SwitchField name="ldap_uses_ad" label={t('ldap.uses_ad')} help={t('ldap.uses_ad_help')} />
      <TextField name="ldap_user_search_base" label={t('ldap.user_base')} help={t('ldap.base_help')} {...needed} />
      <TextField name="ldap_group_search_base" label={t('ldap.group_base')} {...needed} />
      <FormRow>
        <TextField name="ldap_user_obj_class" label={t('ldap.user_class')} {...needed} />
        <TextField name="ldap_group_obj_class" label={t('ldap.group_class')} {...needed} />
      </FormRow>
      <FormRow>
        <TextField name="ldap_username_attr" label={t('ldap.username_attr')} {...needed} />
        <TextField name="ldap_groupname_attr" label={t('ldap.groupname_attr')} {...needed} />
      </FormRow>
      <FormRow>
        <TextField name="ldap_group_member_attr" label={t('ldap.group_member_attr')} {...needed} />
        <TextField name="ldap_member_attr" label={t('ldap.member_attr')} {...needed} />
      </FormRow>
      <TextField
        name="ldap_user_rdn_attr"
        label={t('ldap.user_rdn_attr')}
        help={t('ldap.user_rdn_attr_help')}
        {...text}
        optional
      />
      <TextAreaField
        name="ldap_user_auxiliary_obj_classes"
        label={t('ldap.auxiliary_classes')}
        help={t('ldap.auxiliary_classes_help')}
        optional
      />
      <TextField
        name="ldap_user_filter"
        label={t('ldap.user_filter')}
        help={t('ldap.user_filter_help')}
        {...text}
        optional
      />
    </FormSection>
  );
}

/** Buttons that fill in the usual names of a product. */
function Presets() {
  const { t } = useTranslation('settings');
  const { setValue } = useFormContext<LdapFields>();
  const fill = (preset: Preset) => {
    for (const [name, value] of Object.entries(ldapPresets[preset])) {
      setValue(name as keyof LdapFields, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  return (
    <Group gap="xs" role="group" aria-labelledby="ldap-presets">
      <Text id="ldap-presets" size="sm">
        {t('ldap.presets')}
      </Text>
      {(Object.keys(ldapPresets) as Preset[]).map((preset) => (
        <Button key={preset} variant="default" size="xs" onClick={() => fill(preset)}>
          {presetNames[preset]}
        </Button>
      ))}
    </Group>
  );
}
