import type { LocationInfo } from '@gatewarden/contract/locations';
import { useMemo } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUpdateLocation } from '../locations.queries.ts';
import { AccessFields } from './access-fields.tsx';
import type { LocationInput } from './location-form.schema.ts';
import { loadLocationForm, toForm, toRequest } from './location-form.ts';

/** Who may connect to the location; its other settings stay as they are. */
export function EditAccessForm({ location }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const save = useUpdateLocation(location.id);
  const values = useMemo(() => toForm(location), [location]);
  const form = useZodForm(loadLocationForm, { values });
  return (
    <Form
      form={form}
      label={t('section.access')}
      onSubmit={(changed) =>
        save.mutate(toRequest(changed, location), {
          onSuccess: () => {
            form.reset(changed);
            toast.success(t('saved'));
          },
          onError: (error) => showError(form, error),
        })
      }
    >
      <AccessFields />
      <SaveBar saving={save.isPending} consequences={<Consequences />} />
    </Form>
  );
}

function Consequences() {
  const { t } = useTranslation('locations');
  const { dirtyFields } = useFormState<LocationInput>();
  return dirtyFields.allowed_groups ? (
    <FieldNotes notes={[{ tone: 'warning', text: t('consequence.access') }]} />
  ) : null;
}
