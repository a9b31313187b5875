import type { LocationInfo } from '@gatewarden/contract/locations';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { AccessField } from './access-fields.tsx';
import {
  DnsField,
  EndpointFields,
  EndpointSection,
  MasqueradeField,
  NameField,
  NetworkSection,
  TimingSection,
} from './location-fields.tsx';
import type { LocationInput } from './location-form.schema.ts';
import { RoutingField } from './routing-field.tsx';

const advanced = ['address', 'dns', 'keepalive_interval', 'peer_disconnect_threshold'];

/**
 * Fields of a new location: its name, its routes and who can connect; the others have defaults and are under "Advanced". The endpoint is
 * visible when the default is a loopback address, which other machines cannot reach.
 */
export function NewLocationFields({ others }: { others: readonly LocationInfo[] }) {
  const { t } = useTranslation('locations');
  const { getValues } = useFormContext<LocationInput>();
  const [isGuess] = useState(() => isLoopbackHost(getValues('endpoint')));
  return (
    <>
      <NameField others={others} autoFocus />
      {isGuess && <EndpointFields others={others} />}
      <RoutingField />
      <MasqueradeField />
      <AccessField />
      <AdvancedSection title={t('section.advanced')} names={isGuess ? advanced : ['endpoint', 'port', ...advanced]}>
        {!isGuess && <EndpointSection others={others} />}
        <NetworkSection others={others} devices={0} />
        <FormSection title={t('section.dns')}>
          <DnsField />
        </FormSection>
        <TimingSection />
      </AdvancedSection>
    </>
  );
}
