import type { EnterpriseSettings } from '@gatewarden/contract/settings';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';

const names = ['admin_device_management', 'only_client_activation', 'disable_all_traffic'] as const;

/** What users who are not administrators cannot do; a changed switch says whom the change concerns. */
export function RestrictionFields({ saved }: { saved: Pick<EnterpriseSettings, (typeof names)[number]> }) {
  const { t } = useTranslation('settings');
  const values: readonly unknown[] = useWatch({ name: [...names] });
  return (
    <FormSection title={t('restrictions.title')} text={t('restrictions.text')}>
      {names.map((name, index) => (
        <div key={name}>
          <SwitchField name={name} label={t(`restrictions.${name}`)} help={t(`restrictions.${name}_help`)} />
          <FieldNotes
            notes={
              values[index] === true && !saved[name] ? [{ tone: 'info', text: t(`restrictions.${name}_concerns`) }] : []
            }
          />
        </div>
      ))}
    </FormSection>
  );
}
