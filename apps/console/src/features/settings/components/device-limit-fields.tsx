import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';

/** Limit of devices that users can add themselves. */
export function DeviceLimitFields() {
  const { t } = useTranslation('settings');
  const limit = useWatch({ name: 'devices_per_user' });
  return (
    <FormSection title={t('security.devices')} text={t('security.devices_text')}>
      <div>
        <NumberField
          name="devices_per_user"
          label={t('security.devices_per_user')}
          help={t('security.devices_per_user_help')}
          min={0}
          max={1000}
        />
        <FieldNotes notes={limit === 0 ? [{ tone: 'warning', text: t('security.devices_unlimited') }] : []} />
      </div>
    </FormSection>
  );
}
