import type { LocationInfo } from '@gatewarden/contract/locations';
import { useTranslation } from 'react-i18next';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { AccessFields } from './access-fields.tsx';
import { EndpointNotes, NetworkNotes, RoutingNotes } from './location-notes.tsx';

interface Props {
  /** All other known locations. */
  others: readonly LocationInfo[];
  /** Number of devices in the location. */
  devices: number;
  isNew: boolean;
}

/** Fields of a location in sections, with notes on the effect of the values. */
export function LocationFields({ others, devices, isNew }: Props) {
  const { t } = useTranslation('locations');
  return (
    <>
      <FormSection title={t('section.general')}>
        <TextField name="name" label={t('field.name')} help={t('help.name')} autoFocus={isNew} />
      </FormSection>
      <FormSection title={t('section.network')} text={t('section.network_text')}>
        <div>
          <TagListField name="address" label={t('field.address')} help={t('help.address')} placeholder="10.1.0.1/24" />
          <NetworkNotes others={others} devices={devices} />
        </div>
      </FormSection>
      <FormSection title={t('section.endpoint')} text={t('section.endpoint_text')}>
        <div>
          <FormRow>
            <TextField
              name="endpoint"
              label={t('field.endpoint')}
              help={t('help.endpoint')}
              placeholder="vpn.example.com"
              verbatim
            />
            <NumberField name="port" label={t('field.port')} help={t('help.port')} min={1} max={65_535} />
          </FormRow>
          <EndpointNotes others={others} />
        </div>
      </FormSection>
      <FormSection title={t('section.devices')} text={t('section.devices_text')}>
        <div>
          <TagListField
            name="allowed_ips"
            label={t('field.allowed_ips')}
            help={t('help.allowed_ips')}
            placeholder="10.0.0.0/8"
            optional
          />
          <RoutingNotes />
        </div>
        <TextField
          name="dns"
          label={t('field.dns')}
          help={t('help.dns')}
          placeholder="10.1.0.1, example.internal"
          optional
          verbatim
        />
      </FormSection>
      {/* an existing location has a tab for it */}
      {isNew && (
        <FormSection title={t('section.access')} text={t('section.access_text')}>
          <AccessFields />
        </FormSection>
      )}
      <FormSection title={t('section.timing')} text={t('section.timing_text')}>
        <FormRow>
          <NumberField
            name="keepalive_interval"
            label={t('field.keepalive')}
            help={t('help.keepalive')}
            unit={t('seconds')}
            min={0}
          />
          <NumberField
            name="peer_disconnect_threshold"
            label={t('field.threshold')}
            help={t('help.threshold')}
            unit={t('seconds')}
            min={120}
            step={30}
          />
        </FormRow>
      </FormSection>
    </>
  );
}
