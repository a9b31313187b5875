import type { LocationInfo } from '@gatewarden/contract/locations';
import type { SplitIp } from '@gatewarden/contract/network-devices';
import { Text } from '@mantine/core';
import { IconFileText, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TileField } from '../../../ui/form/tile-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { suggestionsQuery, type useAddNetworkDevice, type useStartNetworkDevice } from '../network-devices.queries.ts';
import { networkOf } from '../network-of.ts';
import { AddressFields } from './address-fields.tsx';
import type { FindAddressFault, NewNetworkDeviceInput } from './network-device.schema.ts';
import styles from './new-network-device-form.module.css';
import { showDeviceError } from './show-device-error.ts';

interface Props {
  locations: readonly LocationInfo[];
  add: ReturnType<typeof useAddNetworkDevice>;
  /** For a command-line client. */
  start: ReturnType<typeof useStartNetworkDevice>;
  onCancel: () => void;
}

const loadSchemas = () => import('./network-device.schema.ts');

/**
 * Name, location and addresses of a new device. Submitting it generates a key pair, unless the user has one, or a
 * command-line client on the device generates it.
 */
export function NewNetworkDeviceForm({ locations, add, start, onCancel }: Props) {
  const { t } = useTranslation('network-devices');
  const [only] = locations.length === 1 ? locations : [];
  const findFault = useRef<FindAddressFault>(() => undefined);
  const loadSchema = async () =>
    (await loadSchemas()).newNetworkDeviceForm((address, index) => findFault.current(address, index));
  const form = useZodForm(loadSchema, {
    defaultValues: {
      name: '',
      description: '',
      location: only ? String(only.id) : '',
      addresses: [],
      wireguard_pubkey: '',
      setup: 'file',
    } satisfies NewNetworkDeviceInput,
  });
  const setup = useWatch({ control: form.control, name: 'setup' });
  const isPending = add.isPending || start.isPending;
  return (
    <Form
      form={form}
      label={t('add')}
      onSubmit={({ name, description, location, addresses, wireguard_pubkey: publicKey, setup: chosen }) => {
        const device = {
          name,
          description: description || null,
          location_id: Number(location),
          assigned_ips: addresses,
        };
        const onError = (error: Error) => showDeviceError(form, error);
        if (chosen === 'client') start.mutate(device, { onError });
        else add.mutate({ ...device, publicKey: publicKey || undefined }, { onError });
      }}
    >
      <TextField name="name" label={t('field.name')} autoComplete="off" autoFocus />
      <TextField name="description" label={t('field.description')} autoComplete="off" optional />
      <SelectField
        name="location"
        label={t('field.location')}
        options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <LocationParts locations={locations} findFault={findFault} />
      <div className={styles.setup}>
        <TileField
          name="setup"
          label={t('setup.label')}
          tiles={[
            { value: 'file', label: t('setup.file'), icon: IconFileText },
            { value: 'client', label: t('setup.client'), icon: IconTerminal2 },
          ]}
        />
      </div>
      {setup === 'file' && (
        <AdvancedSection title={t('field.advanced')} names={['wireguard_pubkey']}>
          <TextField
            name="wireguard_pubkey"
            label={t('field.public_key')}
            help={t('field.public_key_help')}
            autoComplete="off"
            optional
            verbatim
          />
        </AdvancedSection>
      )}
      <div>
        <Text c="dimmed">{t(setup === 'file' ? 'key_note' : 'client_note')}</Text>
        <FormActions submitLabel={t('add')} submitting={isPending} onCancel={onCancel} />
      </div>
      <LeaveGuard active={form.formState.isDirty && !isPending && !add.isSuccess && !start.isSuccess} />
    </Form>
  );
}

/** What depends on the chosen location: its addresses, and whether devices can connect. */
function LocationParts({
  locations,
  findFault,
}: Pick<Props, 'locations'> & { findFault: RefObject<FindAddressFault> }) {
  const { t } = useTranslation('network-devices');
  const id = Number(useWatch<NewNetworkDeviceInput, 'location'>({ name: 'location' }));
  const location = locations.find((each) => each.id === id);
  const suggestions = useQuery({ ...suggestionsQuery(id), enabled: location !== undefined });
  if (!location) return null;
  return (
    <>
      <FieldNotes
        notes={[
          ...(location.location_mfa_mode === 'disabled' ? [] : [{ tone: 'warning' as const, text: t('note.mfa') }]),
          ...(suggestions.isError ? [{ tone: 'warning' as const, text: failureText(suggestions.error) }] : []),
        ]}
      />
      {suggestions.data && (
        <SuggestedAddresses key={id} locationId={id} suggestions={suggestions.data} findFault={findFault} />
      )}
    </>
  );
}

interface SuggestedProps {
  locationId: number;
  suggestions: readonly SplitIp[];
  findFault: RefObject<FindAddressFault>;
}

/** Starts with the suggested addresses each time another location is chosen. */
function SuggestedAddresses({ locationId, suggestions, findFault }: SuggestedProps) {
  const { setValue, clearErrors } = useFormContext<NewNetworkDeviceInput>();
  // later suggestions must not replace what the user typed
  const [initial] = useState(suggestions);
  useEffect(() => {
    setValue(
      'addresses',
      initial.map(({ ip }) => ip),
    );
    clearErrors('addresses');
  }, [setValue, clearErrors, initial]);
  return (
    <AddressFields
      locationId={locationId}
      networks={suggestions.map(networkOf)}
      free={initial.map(({ ip }) => ip)}
      findFault={findFault}
    />
  );
}
