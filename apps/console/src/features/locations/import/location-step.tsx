import type { FilePreview } from '@gatewarden/contract/location-import';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Button } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { AccessField } from '../forms/access-fields.tsx';
import { separator } from '../forms/list-separator.ts';
import { DnsField, EndpointSection, NameField, NetworkSection, TimingSection } from '../forms/location-fields.tsx';
import type { LocationInput, LocationValues } from '../forms/location-form.schema.ts';
import { useRoutesFollowNetworks } from '../forms/new-location-form.tsx';
import { RoutingField } from '../forms/routing-field.tsx';
import { type FileSource, usePreviewFile } from './location-import.queries.ts';
import { FileProblems } from './remarks.tsx';

export type LocationForm = UseFormReturn<LocationInput, unknown, LocationValues>;

interface Props {
  form: LocationForm;
  source: FileSource;
  /** Existing locations. */
  others: readonly LocationInfo[];
  /** With the addresses of the form. */
  onContinue: (preview: FilePreview, values: LocationValues) => void;
  onBack: () => void;
}

/** Fields of the location, filled from the file. The addresses of peers are checked against its networks. */
export function LocationStep({ form, source, others, onContinue, onBack }: Props) {
  const { t } = useTranslation('locations');
  const check = usePreviewFile();
  useRoutesFollowNetworks(form);
  const refused = check.data && check.data.problem_count > 0 ? check.data : undefined;
  return (
    <Form
      form={form}
      onSubmit={(values) =>
        check.mutate(
          { ...source, address: values.address.join(separator) },
          {
            onSuccess: (preview) => preview.problem_count === 0 && onContinue(preview, values),
            onError: (error) => showError(form, error),
          },
        )
      }
    >
      <NameField others={others} autoFocus />
      <EndpointSection others={others} />
      <NetworkSection others={others} devices={0} />
      <RoutingField />
      <div>
        <AccessField />
        <FieldNotes notes={[{ tone: 'info', text: t('import.access') }]} />
      </div>
      <DnsField />
      <AdvancedSection title={t('section.timing')} names={['keepalive_interval', 'peer_disconnect_threshold']}>
        <TimingSection />
      </AdvancedSection>
      {refused && <FileProblems problems={refused.problems} count={refused.problem_count} />}
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          {t('import.back')}
        </Button>
        <Button type="submit" loading={check.isPending}>
          {t('import.continue')}
        </Button>
      </DialogActions>
    </Form>
  );
}
