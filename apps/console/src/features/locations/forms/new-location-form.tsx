import type { LocationInfo } from '@gatewarden/contract/locations';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useAddLocation } from '../locations.queries.ts';
import { suggestNetwork } from '../suggest-network.ts';
import { suggestPort } from '../suggest-port.ts';
import { LocationFields } from './location-fields.tsx';
import type { LocationInput, LocationValues } from './location-form.schema.ts';
import { loadLocationForm, toRequest } from './location-form.ts';
import { networksOf } from './network-notes.ts';

interface Props {
  /** Existing locations. */
  others: readonly LocationInfo[];
  /** Host of the console, a likely endpoint: with a single machine, the gateway runs there too. */
  host: string;
  onAdded: (id: number, name: string) => void;
  onCancel: () => void;
}

export function NewLocationForm({ others, host, onAdded, onCancel }: Props) {
  const { t } = useTranslation('locations');
  const [defaultValues] = useState(() => suggestedLocation(others, host));
  const form: UseFormReturn<LocationInput, unknown, LocationValues> = useZodForm(loadLocationForm, { defaultValues });
  const add = useAddLocation();
  useRoutesFollowNetworks(form);
  return (
    <Form
      form={form}
      onSubmit={(values) =>
        add.mutate(toRequest(values), {
          onSuccess: ({ id, name }) => onAdded(id, name),
          onError: (error) => showError(form, error),
        })
      }
    >
      <LocationFields others={others} devices={0} isNew />
      <FormActions submitLabel={t('add.submit')} submitting={add.isPending} onCancel={onCancel} />
      <LeaveGuard active={form.formState.isDirty && add.isIdle} />
    </Form>
  );
}

/** Defaults for all fields except the name and, if the console is open at localhost, the endpoint. */
function suggestedLocation(others: readonly LocationInfo[], host: string): LocationInput {
  const taken = others.flatMap(({ address, allowed_ips }) => [...address, ...allowed_ips]);
  const suggested = suggestNetwork(taken);
  // only this machine could reach it
  const endpoint = isLoopbackHost(host) ? '' : host;
  return {
    name: '',
    address: suggested ? [suggested.gateway] : [],
    endpoint,
    port: suggestPort(endpoint, others),
    allowed_ips: suggested ? [suggested.network] : [],
    dns: '',
    allowed_groups: [],
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    acl_enabled: false,
    location_mfa_mode: 'disabled',
  };
}

/** Sets the routes to the networks of the location until the user edits them. */
function useRoutesFollowNetworks(form: UseFormReturn<LocationInput, unknown, LocationValues>): void {
  const { subscribe, getFieldState, setValue } = form;
  const followed = !form.formState.dirtyFields.allowed_ips;
  useEffect(() => {
    if (!followed) return undefined;
    return subscribe({
      name: 'address',
      exact: true,
      formState: { values: true },
      callback: ({ values }) => {
        if (getFieldState('allowed_ips').isDirty) return;
        const networks = networksOf(values.address).map(({ text }) => text);
        setValue('allowed_ips', networks);
      },
    });
  }, [followed, subscribe, getFieldState, setValue]);
}
