import { useQuery } from '@tanstack/react-query';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { type FieldNote, FieldNotes } from '../../../ui/form/field-notes.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { mfaPreviewQuery } from '../locations.queries.ts';
import type { LocationInput } from './location-form.schema.ts';

const modes = ['disabled', 'internal', 'external'] as const;

/** Whether devices connect only after a second factor, for how long, and who could not. */
export function SecondFactorFields({ locationId }: { locationId: number }) {
  const { t } = useTranslation('locations');
  const { defaultValues } = useFormState<LocationInput>();
  const stored = defaultValues?.location_mfa_mode ?? 'disabled';
  const mode = useWatch<LocationInput, 'location_mfa_mode'>({ name: 'location_mfa_mode' });
  return (
    <>
      <div>
        <SelectField
          name="location_mfa_mode"
          label={t('field.mfa')}
          options={modes.map((value) => ({ value, label: t(`mfa.${value}`) }))}
        />
        {mode !== 'disabled' && <Effect mode={mode} locationId={locationId} isNew={stored !== mode} />}
      </div>
      {mode !== 'disabled' && (
        <NumberField
          name="mfa_session_hours"
          label={t('field.mfa_hours')}
          help={t('help.mfa_hours')}
          unit={t('unit.hours')}
          min={1}
          max={720}
        />
      )}
    </>
  );
}

interface EffectProps {
  mode: 'internal' | 'external';
  locationId: number;
  isNew: boolean;
}

function Effect({ mode, locationId, isNew }: EffectProps) {
  const { t } = useTranslation('locations');
  const preview = useQuery(mfaPreviewQuery(locationId));
  const notes: FieldNote[] = isNew ? [{ tone: 'warning', text: t('note.mfa_begins') }] : [];
  if (preview.isError) notes.push({ tone: 'warning', text: failureText(preview.error) });
  if (mode === 'external' && preview.data?.has_provider === false) {
    notes.push({ tone: 'warning', text: t('note.mfa_external') });
  } else if (preview.data) {
    const { people, without_factor, names, without_provider, names_without_provider } = preview.data;
    const [count, shown] = mode === 'internal' ? [without_factor, names] : [without_provider, names_without_provider];
    const values = { count, people, names: shown.join(', ') + (count > shown.length ? ' …' : '') };
    const text = mode === 'internal' ? t('note.mfa_without', values) : t('note.mfa_no_sign_in', values);
    if (count > 0) notes.push({ tone: 'warning', text });
  }
  if (preview.data && preview.data.network_devices > 0) {
    notes.push({ tone: 'warning', text: t('note.mfa_network_devices', { count: preview.data.network_devices }) });
  }
  return <FieldNotes notes={notes} />;
}
