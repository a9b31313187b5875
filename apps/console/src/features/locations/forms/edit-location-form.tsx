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
import { LocationFields } from './location-fields.tsx';
import type { LocationInput } from './location-form.schema.ts';
import { loadLocationForm, toForm, toRequest } from './location-form.ts';

interface Props {
  location: LocationInfo;
  others: readonly LocationInfo[];
  /** Number of devices with an address in the location. */
  devices: number;
}

export function EditLocationForm({ location, others, devices }: Props) {
  const { t } = useTranslation('locations');
  const save = useUpdateLocation(location.id);
  const values = useMemo(() => toForm(location), [location]);
  const form = useZodForm(loadLocationForm, { values });
  return (
    <Form
      form={form}
      onSubmit={(changed) =>
        save.mutate(toRequest(changed), {
          onSuccess: () => {
            form.reset(changed);
            toast.success(t('saved'));
          },
          onError: (error) => showError(form, error),
        })
      }
    >
      <LocationFields others={others} devices={devices} />
      <SaveBar saving={save.isPending} consequences={<Consequences devices={devices} />} />
    </Form>
  );
}

/** Effect of the changes on devices with an existing configuration. */
function Consequences({ devices }: { devices: number }) {
  const { t } = useTranslation('locations');
  const { dirtyFields } = useFormState<LocationInput>();
  if (devices === 0) return null;
  const cutOff = dirtyFields.address || dirtyFields.endpoint || dirtyFields.port;
  const outdated = dirtyFields.allowed_ips || dirtyFields.dns || dirtyFields.keepalive_interval;
  const texts = [
    ...(cutOff ? [t('consequence.cut_off', { count: devices })] : []),
    ...(outdated && !cutOff ? [t('consequence.outdated', { count: devices })] : []),
    ...(dirtyFields.allowed_groups ? [t('consequence.access')] : []),
  ];
  return <FieldNotes notes={texts.map((text) => ({ tone: 'warning', text }))} />;
}
