import type { LocationInfo } from '@gatewarden/contract/locations';
import { useEffect, useRef, useState } from 'react';
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
import type { LocationInput, LocationValues } from './location-form.schema.ts';
import { loadLocationForm, timing, toRequest } from './location-form.ts';
import { NewLocationFields } from './new-location-fields.tsx';
import { isAllTraffic, networksBehind, routesTo } from './routed-networks.ts';

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
  const [defaultValues] = useState(() => suggestedLocation(others, host, t('add.first_name')));
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
      <NewLocationFields others={others} />
      <FormActions submitLabel={t('add.submit')} submitting={add.isPending} onCancel={onCancel} />
      <LeaveGuard active={form.formState.isDirty && add.isIdle} />
    </Form>
  );
}

/** Defaults for all fields; the name of the first location too, because most instances have one. */
function suggestedLocation(others: readonly LocationInfo[], host: string, name: string): LocationInput {
  const taken = others.flatMap(({ address, allowed_ips }) => [...address, ...allowed_ips]);
  const suggested = suggestNetwork(taken);
  return {
    name: others.length === 0 ? name : '',
    address: suggested ? [suggested.gateway] : [],
    endpoint: host,
    port: suggestPort(host, others),
    allowed_ips: suggested ? [suggested.network] : [],
    dns: '',
    access: 'everyone',
    allowed_groups: [],
    ...timing,
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled',
    masquerade: false,
  };
}

/** Routes the networks of the location, also when they change. */
export function useRoutesFollowNetworks(form: UseFormReturn<LocationInput, unknown, LocationValues>): void {
  const { subscribe, getValues, setValue } = form;
  const previous = useRef(getValues('address'));
  useEffect(
    () =>
      subscribe({
        name: 'address',
        exact: true,
        formState: { values: true },
        callback: ({ values: { address, allowed_ips } }) => {
          const behind = networksBehind(allowed_ips, previous.current);
          previous.current = address;
          if (!isAllTraffic(allowed_ips)) setValue('allowed_ips', routesTo(behind, address));
        },
      }),
    [subscribe, setValue],
  );
}
