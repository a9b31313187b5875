import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';

/** What is synchronized, when, and what happens to accounts that are gone from the directory. */
export function DirectoryFields() {
  const { t } = useTranslation('identity-providers');
  const behaviors = (['keep', 'disable', 'delete'] as const).map((value) => ({
    value,
    label: t(`directory.${value}`),
  }));
  const targets = (['all', 'users', 'groups'] as const).map((value) => ({
    value,
    label: t(`directory.target_${value}`),
  }));
  return (
    <>
      <SwitchField name="directory_sync_enabled" label={t('directory.enabled')} help={t('directory.enabled_help')} />
      <NumberField
        name="directory_sync_interval"
        label={t('directory.interval')}
        help={t('directory.interval_help')}
        unit={t('directory.seconds')}
        min={60}
        max={604_800}
      />
      <SelectField name="directory_sync_target" label={t('directory.target')} options={targets} />
      <TextAreaField
        name="directory_sync_group_match"
        label={t('directory.groups')}
        help={t('directory.groups_help')}
        optional
      />
      <SelectField name="directory_sync_user_behavior" label={t('directory.user_behavior')} options={behaviors} />
      <SelectField name="directory_sync_admin_behavior" label={t('directory.admin_behavior')} options={behaviors} />
      <NumberField
        name="directory_sync_removal_limit"
        label={t('directory.removal_limit')}
        help={t('directory.removal_limit_help')}
        unit="%"
        min={0}
        max={100}
      />
    </>
  );
}
