import { Text } from '@mantine/core';
import {
  IconBrandAndroid,
  IconBrandApple,
  IconBrandWindows,
  IconDeviceMobile,
  IconTerminal2,
} from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TileField } from '../../../ui/form/tile-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import type { useAddDevice } from '../devices.queries.ts';
import { deviceKindOf, type Platform, platformOf, platforms } from '../platform.ts';
import { suggestDeviceName } from '../suggest-device-name.ts';
import type { NewDeviceFields } from './new-device.schema.ts';

const icons = {
  macos: IconBrandApple,
  windows: IconBrandWindows,
  ios: IconDeviceMobile,
  android: IconBrandAndroid,
  linux: IconTerminal2,
} as const;

interface NewDevice {
  readonly name: string;
  /** Undefined: a key pair is generated. */
  readonly publicKey: string | undefined;
}

/** Adds a device; of `useAddDevice`, or of a page without a session. */
interface Adding<Added> {
  readonly isPending: boolean;
  readonly mutate: (
    device: NewDevice,
    then: { readonly onSuccess: (added: Added) => void; readonly onError: (error: Error) => void },
  ) => void;
}

interface Props<Added> {
  /** First name of the owner, for the suggested name. */
  owner: string;
  /** Names of the other devices of the owner. */
  taken: ReadonlySet<string>;
  add: Adding<Added>;
  onAdded: (device: { readonly platform: Platform; readonly added: Added }) => void;
  onCancel?: () => void;
}

export interface AddedDevice {
  readonly platform: Platform;
  readonly added: NonNullable<ReturnType<typeof useAddDevice>['data']>;
}

/** Platform and name of a new device, both suggested. Submitting it generates a key pair, unless the user has one. */
export function NewDeviceForm<Added>({ owner, taken, add, onAdded, onCancel }: Props<Added>) {
  const { t } = useTranslation('devices');
  const form = useNewDeviceForm(owner, taken);
  const submit = ({ name, platform, wireguard_pubkey }: NewDeviceFields) =>
    add.mutate(
      { name, publicKey: wireguard_pubkey || undefined },
      {
        onSuccess: (added) => onAdded({ platform, added }),
        onError: (error) => showError(form, error),
      },
    );
  return (
    <Form form={form} onSubmit={submit}>
      <TileField
        name="platform"
        label={t('field.platform')}
        tiles={platforms.map((value) => ({ value, label: t(`platform.${value}`), icon: icons[value] }))}
      />
      <TextField name="name" label={t('field.name')} autoComplete="off" autoFocus />
      <AdvancedSection title={t('add.advanced')} names={['wireguard_pubkey']}>
        <TextField
          name="wireguard_pubkey"
          label={t('add.own_key')}
          help={t('add.own_key_help')}
          autoComplete="off"
          optional
          verbatim
        />
      </AdvancedSection>
      <div>
        <Text c="dimmed">{t('add.key_note')}</Text>
        <FormActions submitLabel={t('add.submit')} submitting={add.isPending} {...(onCancel && { onCancel })} />
      </div>
    </Form>
  );
}

/** Suggests a name for the platform until the user types one. */
function useNewDeviceForm(owner: string, taken: ReadonlySet<string>) {
  const { t } = useTranslation('devices');
  const suggest = useCallback(
    (platform: Platform) => {
      const kind = t(`kind.${deviceKindOf(platform, navigator)}`);
      return suggestDeviceName(owner === '' ? kind : t('add.name_of', { owner, kind }), taken);
    },
    [t, owner, taken],
  );
  const [initial] = useState(() => {
    const platform = platformOf(navigator);
    return { platform, name: suggest(platform), wireguard_pubkey: '' };
  });
  const suggested = useRef(initial.name);
  const loadSchema = useMemo(
    () => async () => (await import('./new-device.schema.ts')).newDeviceSchema(taken),
    [taken],
  );
  const form = useZodForm<NewDeviceFields, NewDeviceFields>(loadSchema, {
    defaultValues: initial,
  });
  const { subscribe, setValue } = form;
  useEffect(
    () =>
      subscribe({
        name: 'platform',
        formState: { values: true },
        callback: ({ values }) => {
          if (values.name !== suggested.current) return;
          const name = suggest(values.platform);
          suggested.current = name;
          if (name !== values.name) setValue('name', name);
        },
      }),
    [subscribe, setValue, suggest],
  );
  return form;
}
