import type { LocationInfo } from '@gatewarden/contract/locations';
import { useTranslation } from 'react-i18next';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { timing } from './location-form.ts';
import { EndpointNotes, NameNotes, NetworkNotes } from './location-notes.tsx';
import { RoutingField } from './routing-field.tsx';

interface Props {
  /** All other known locations. */
  others: readonly LocationInfo[];
  /** Number of devices in the location. */
  devices: number;
}

/** Fields of an existing location in sections, with notes on the effect of the values. */
export function LocationFields({ others, devices }: Props) {
  const { t } = useTranslation('locations');
  return (
    <>
      <FormSection title={t('section.general')}>
        <NameField others={others} />
      </FormSection>
      <EndpointSection others={others} />
      <FormSection title={t('section.devices')} text={t('section.devices_text')}>
        <RoutingField />
        <DnsField />
      </FormSection>
      <FormSection title={t('section.translation')}>
        <MasqueradeField />
      </FormSection>
      <NetworkSection others={others} devices={devices} />
      <AdvancedSection title={t('section.timing')} names={Object.keys(timing)} defaults={timing}>
        <TimingFields />
      </AdvancedSection>
    </>
  );
}

export function NameField({ others, autoFocus = false }: Pick<Props, 'others'> & { autoFocus?: boolean }) {
  const { t } = useTranslation('locations');
  return (
    <div>
      <TextField name="name" label={t('field.name')} help={t('help.name')} autoFocus={autoFocus} />
      <NameNotes others={others} />
    </div>
  );
}

export function EndpointSection({ others }: Pick<Props, 'others'>) {
  const { t } = useTranslation('locations');
  return (
    <FormSection title={t('section.endpoint')} text={t('section.endpoint_text')}>
      <EndpointFields others={others} />
    </FormSection>
  );
}

export function EndpointFields({ others }: Pick<Props, 'others'>) {
  const { t } = useTranslation('locations');
  return (
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
  );
}

export function NetworkSection({ others, devices }: Props) {
  const { t } = useTranslation('locations');
  return (
    <FormSection title={t('section.network')} text={t('section.network_text')}>
      <div>
        <TagListField name="address" label={t('field.address')} help={t('help.address')} placeholder="10.1.0.1/24" />
        <NetworkNotes others={others} devices={devices} />
      </div>
    </FormSection>
  );
}

export function DnsField() {
  const { t } = useTranslation('locations');
  return (
    <TextField
      name="dns"
      label={t('field.dns')}
      help={t('help.dns')}
      placeholder="10.1.0.1, example.internal"
      optional
      verbatim
    />
  );
}

/** Without it, networks behind the gateway need a route back to the devices. */
export function MasqueradeField() {
  const { t } = useTranslation('locations');
  return <SwitchField name="masquerade" label={t('field.masquerade')} help={t('help.masquerade')} />;
}

export function TimingSection() {
  const { t } = useTranslation('locations');
  return (
    <FormSection title={t('section.timing')} text={t('section.timing_text')}>
      <TimingFields />
    </FormSection>
  );
}

function TimingFields() {
  const { t } = useTranslation('locations');
  return (
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
  );
}
