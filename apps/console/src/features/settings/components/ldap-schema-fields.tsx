import { Select } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LdapFields } from '../forms/ldap.schema.ts';
import { exampleUserBases, ldapPresets, presetOf } from '../forms/ldap.ts';

type Preset = keyof typeof ldapPresets;

const text = { autoComplete: 'off', verbatim: true } as const;
const names = [
  'ldap_user_obj_class',
  'ldap_group_obj_class',
  'ldap_username_attr',
  'ldap_groupname_attr',
  'ldap_group_member_attr',
  'ldap_member_attr',
] as const;

/** Where people and groups are, and how the server names them. */
export function LdapSchemaFields() {
  const { t } = useTranslation('settings');
  const example = exampleUserBases[usePreset()];
  return (
    <FormSection title={t('ldap.schema_title')} text={t('ldap.schema_text')}>
      <Product />
      <TextField
        name="ldap_user_search_base"
        label={t('ldap.user_base')}
        help={t('ldap.base_help', { example })}
        {...text}
      />
      <TextField name="ldap_group_search_base" label={t('ldap.group_base')} {...text} />
      <TextField
        name="ldap_user_filter"
        label={t('ldap.user_filter')}
        help={t('ldap.user_filter_help')}
        {...text}
        optional
      />
      <Names />
    </FormSection>
  );
}

/** Object classes and attributes; closed while they are the usual ones of the product. */
function Names() {
  const { t } = useTranslation('settings');
  const preset = usePreset();
  return (
    <AdvancedSection title={t('ldap.names')} names={names} defaults={ldapPresets[preset]}>
      <FormRow>
        <TextField name="ldap_user_obj_class" label={t('ldap.user_class')} {...text} />
        <TextField name="ldap_group_obj_class" label={t('ldap.group_class')} {...text} />
      </FormRow>
      <FormRow>
        <TextField name="ldap_username_attr" label={t('ldap.username_attr')} {...text} />
        <TextField name="ldap_groupname_attr" label={t('ldap.groupname_attr')} {...text} />
      </FormRow>
      <FormRow>
        <TextField name="ldap_group_member_attr" label={t('ldap.group_member_attr')} {...text} />
        <TextField name="ldap_member_attr" label={t('ldap.member_attr')} {...text} />
      </FormRow>
    </AdvancedSection>
  );
}

/** Not stored: derived from the names, and sets them when the user chooses a product. */
function Product() {
  const { t } = useTranslation('settings');
  const { setValue } = useFormContext<LdapFields>();
  const choose = (preset: Preset) => {
    for (const [name, value] of Object.entries(ldapPresets[preset])) {
      setValue(name as keyof LdapFields, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  return (
    <Select
      label={t('ldap.product')}
      description={t('ldap.product_help')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={[
        { value: 'active_directory', label: 'Active Directory' },
        { value: 'freeipa', label: 'FreeIPA' },
        { value: 'openldap', label: t('ldap.product_generic') },
      ]}
      allowDeselect={false}
      value={usePreset()}
      onChange={(value) => choose(value as Preset)}
    />
  );
}

function usePreset(): Preset {
  const { control } = useFormContext<LdapFields>();
  const [ldap_uses_ad, ldap_group_obj_class] = useWatch({ control, name: ['ldap_uses_ad', 'ldap_group_obj_class'] });
  return presetOf({ ldap_uses_ad, ldap_group_obj_class });
}
