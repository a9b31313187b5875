import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LdapFields } from '../forms/ldap.schema.ts';
import { UnencryptedWarning } from './unencrypted-warning.tsx';

/** Sign-in with the password of the directory, and which side decides about accounts and groups. */
export function LdapSyncFields() {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<LdapFields>();
  const direction = useWatch({ control, name: 'direction' });
  useResetHidden(direction);
  return (
    <FormSection title={t('ldap.sync_title')}>
      <SwitchField name="ldap_sign_in_enabled" label={t('ldap.sign_in')} help={t('ldap.sign_in_help')} />
      <div>
        <SelectField
          name="direction"
          label={t('ldap.direction')}
          help={t(`ldap.direction_help.${direction}`)}
          options={[
            { value: 'off', label: t('ldap.direction_off') },
            { value: 'from_directory', label: t('ldap.direction_from') },
            { value: 'to_directory', label: t('ldap.direction_to') },
          ]}
        />
        <UnencryptedWarning passwords="written" />
      </div>
      {direction !== 'off' && <Scope />}
      {direction === 'from_directory' && <RemovedHere />}
      {direction === 'to_directory' && <NewEntries />}
    </FormSection>
  );
}

const shownFields = {
  off: [],
  from_directory: [
    ...(['ldap_sync_target', 'ldap_sync_groups', 'ldap_sync_interval'] as const),
    ...(['ldap_user_behavior', 'ldap_admin_behavior', 'ldap_removal_limit'] as const),
  ],
  to_directory: [
    ...(['ldap_sync_target', 'ldap_sync_groups', 'ldap_sync_interval'] as const),
    ...(['ldap_export_removal', 'ldap_user_rdn_attr', 'ldap_user_auxiliary_obj_classes'] as const),
  ],
} as const satisfies Record<LdapFields['direction'], readonly (keyof LdapFields)[]>;

/** Resets fields that the direction hides: an invalid one could not be corrected. */
function useResetHidden(direction: LdapFields['direction']): void {
  const { resetField } = useFormContext<LdapFields>();
  useEffect(() => {
    const shown: readonly (keyof LdapFields)[] = shownFields[direction];
    for (const name of new Set(Object.values(shownFields).flat())) if (!shown.includes(name)) resetField(name);
  }, [direction, resetField]);
}

/** What is synchronized, and when. */
function Scope() {
  const { t } = useTranslation('settings');
  return (
    <>
      <SelectField
        name="ldap_sync_target"
        label={t('ldap.target')}
        options={[
          { value: 'all', label: t('ldap.target_all') },
          { value: 'users', label: t('ldap.target_users') },
          { value: 'groups', label: t('ldap.target_groups') },
        ]}
      />
      <TextAreaField name="ldap_sync_groups" label={t('ldap.sync_groups')} help={t('ldap.sync_groups_help')} optional />
      <NumberField
        name="ldap_sync_interval"
        label={t('ldap.interval')}
        help={t('ldap.interval_help')}
        unit={t('ldap.seconds')}
        min={60}
        max={604_800}
      />
    </>
  );
}

const removalDefaults = { ldap_user_behavior: 'disable', ldap_admin_behavior: 'keep', ldap_removal_limit: 10 };

/** What happens to accounts whose entries are gone. */
function RemovedHere() {
  const { t } = useTranslation('settings');
  const behaviors = [
    { value: 'keep', label: t('ldap.keep') },
    { value: 'disable', label: t('ldap.disable') },
    { value: 'delete', label: t('ldap.delete') },
  ];
  return (
    <AdvancedSection title={t('ldap.removal')} names={Object.keys(removalDefaults)} defaults={removalDefaults}>
      <SelectField name="ldap_user_behavior" label={t('ldap.user_behavior')} options={behaviors} />
      <SelectField name="ldap_admin_behavior" label={t('ldap.admin_behavior')} options={behaviors} />
      <NumberField
        name="ldap_removal_limit"
        label={t('ldap.removal_limit')}
        help={t('ldap.removal_limit_help')}
        unit="%"
        min={0}
        max={100}
      />
    </AdvancedSection>
  );
}

/** How entries are written, and what happens to those of deleted accounts. */
function NewEntries() {
  const { t } = useTranslation('settings');
  return (
    <>
      <SelectField
        name="ldap_export_removal"
        label={t('ldap.export_removal')}
        help={t('ldap.export_removal_help')}
        options={[
          { value: 'disable', label: t('ldap.disable') },
          { value: 'delete', label: t('ldap.delete') },
        ]}
      />
      <TextField
        name="ldap_user_rdn_attr"
        label={t('ldap.user_rdn_attr')}
        help={t('ldap.user_rdn_attr_help')}
        autoComplete="off"
        verbatim
        optional
      />
      <TextAreaField
        name="ldap_user_auxiliary_obj_classes"
        label={t('ldap.auxiliary_classes')}
        help={t('ldap.auxiliary_classes_help')}
        optional
      />
    </>
  );
}
