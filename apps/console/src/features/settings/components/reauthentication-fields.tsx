import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type FieldNote, FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';

const variable = 'GATEWARDEN_REAUTHENTICATION_MINUTES';

/** How long a reauthentication is valid. `isFixed`: an environment variable of core sets it. */
export function ReauthenticationFields({ isFixed }: { isFixed: boolean }) {
  const { t } = useTranslation('settings');
  const minutes = useWatch({ name: 'reauthentication_minutes' });
  const notes: FieldNote[] = [];
  if (minutes === 0) notes.push({ tone: 'warning', text: t('security.reauthentication_off') });
  if (isFixed) notes.push({ tone: 'info', text: t('security.from_environment', { variable }) });
  return (
    <FormSection title={t('security.reauthentication')} text={t('security.reauthentication_text')}>
      <div>
        <NumberField
          name="reauthentication_minutes"
          label={t('security.reauthentication_minutes')}
          help={t('security.reauthentication_minutes_help')}
          unit={t('security.minutes')}
          min={0}
          max={1440}
          disabled={isFixed}
        />
        <FieldNotes notes={notes} />
      </div>
    </FormSection>
  );
}
