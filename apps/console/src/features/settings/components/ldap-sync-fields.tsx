import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';

/** What is synchronized, when, and what happens to accounts whose entries are gone. */
export function LdapSyncFields() {
  const { t } = useTranslation('settings');
  const behaviors = [
    { value: 'keep', label: t('ldap.keep') },
    { value: 'disable', label: t('ldap.disable') },
    { value: 'delete', label: t('ldap.delete') },
  ];
  return (
    <FormSection title={t('ldap.sync_title')} text={t('ldap.sync_text')}>
      <SwitchField name="ldap_sync_enabled" label={t('ldap.sync_enabled')} />
      <SwitchField name="ldap_is_authoritative" label={t('ldap.authoritative')} help={t('ldap.authoritative_help')} />
      <NumberField
        name="ldap_sync_interval"
        label={t('ldap.interval')}
        help={t('ldap.interval_help')}
        unit={t('ldap.seconds')}
        min={60}
        max={604_800}
      />
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
      <SelectField name="ldap_user_behavior" label={t('ldap.user_behavior')} options={behaviors} />
      <SelectField name="ldap_admin_behavior" label={t('ldap.admin_behavior')} options={behaviors} />
      <SelectField
        name="ldap_export_removal"
        label={t('ldap.export_removal')}
        help={t('ldap.export_removal_help')}
        options={behaviors.filter(({ value }) => value !== 'keep')}
      />
      <NumberField
        name="ldap_removal_limit"
        label={t('ldap.removal_limit')}
        help={t('ldap.removal_limit_help')}
        unit="%"
        min={0}
        max={100}
      />
    </FormSection>
  );
}
