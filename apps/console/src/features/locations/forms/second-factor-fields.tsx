import { useQuery } from '@tanstack/react-query';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { type FieldNote, FieldNotes } from '../../../ui/form/field-notes.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { mfaPreviewQuery } from '../locations.queries.ts';
import type { LocationInput } from './location-form.schema.ts';

/** Whether devices connect only after a second factor, for how long, and who could not. */
export function SecondFactorFields({ locationId }: { locationId: number }) {
  const { t } = useTranslation('locations');
  const { defaultValues } = useFormState<LocationInput>();
  const stored = defaultValues?.location_mfa_mode ?? 'disabled';
  const mode = useWatch<LocationInput, 'location_mfa_mode'>({ name: 'location_mfa_mode' });
  // clients cannot sign in at a provider yet; a location that requires it can leave that state
  const modes =
    stored === 'external' ? (['disabled', 'internal', 'external'] as const) : (['disabled', 'internal'] as const);
  return (
    <>
      <div>
        <SelectField
          name="location_mfa_mode"
          label={t('field.mfa')}
          options={modes.map((value) => ({ value, label: t(`mfa.${value}`) }))}
        />
        {mode === 'external' && <FieldNotes notes={[{ tone: 'warning', text: t('note.mfa_external') }]} />}
        {mode === 'internal' && <Effect locationId={locationId} isNew={stored !== 'internal'} />}
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

function Effect({ locationId, isNew }: { locationId: number; isNew: boolean }) {
  const { t } = useTranslation('locations');
  const preview = useQuery(mfaPreviewQuery(locationId));
  const notes: FieldNote[] = isNew ? [{ tone: 'warning', text: t('note.mfa_begins') }] : [];
  if (preview.isError) notes.push({ tone: 'warning', text: failureText(preview.error) });
  if (preview.data && preview.data.without_factor > 0) {
    const { without_factor: count, people, names } = preview.data;
    const more = count > names.length ? ' …' : '';
    notes.push({ tone: 'warning', text: t('note.mfa_without', { count, people, names: names.join(', ') + more }) });
  }
  if (preview.data && preview.data.network_devices > 0) {
    notes.push({ tone: 'warning', text: t('note.mfa_network_devices', { count: preview.data.network_devices }) });
  }
  return <FieldNotes notes={notes} />;
}
