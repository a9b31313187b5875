import { Alert, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { WizardActions } from '../../../ui/wizard.tsx';
import type { ChosenKey } from '../devices.queries.ts';
import { generateKeyPair } from '../wireguard-keys.ts';
import type { PastedKey } from './new-device.schema.ts';

const loadSchema = async () => (await import('./new-device.schema.ts')).PastedKey;

interface Props {
  onBack: () => void;
  /** Receives a function that provides the key: a key pair is generated only when the device is submitted. */
  onChosen: (chooseKey: () => Promise<ChosenKey>) => void;
  /** Why the device could not be added with the previous key. */
  failure: Error | null;
  busy: boolean;
}

type KeySource = 'generated' | 'pasted';

/** Second step: a new key pair from this browser, or an existing public key. Its button adds the device. */
export function DeviceKeyForm({ onBack, onChosen, failure, busy }: Props) {
  const { t } = useTranslation('devices');
  const [source, setSource] = useState<KeySource>('generated');
  const form = useZodForm<PastedKey, PastedKey>(loadSchema, { defaultValues: { wireguard_pubkey: '' } });
  const isKeyFailure = isApiError(failure) && failure.field === 'wireguard_pubkey' && source === 'pasted';
  useEffect(() => {
    if (isKeyFailure) showError(form, failure);
  }, [form, failure, isKeyFailure]);

  const choice = (
    <Stack gap="md">
      {failure && !isKeyFailure && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {failureText(failure)}
        </Alert>
      )}
      <Radio.Group value={source} onChange={(value) => setSource(value as KeySource)} label={t('add.key_label')}>
        <Stack gap="sm" mt="sm">
          <Radio value="generated" label={t('add.generated')} description={t('add.generated_help')} />
          <Radio value="pasted" label={t('add.pasted')} description={t('add.pasted_help')} />
        </Stack>
      </Radio.Group>
    </Stack>
  );
  const actions = (onNext?: () => void) => (
    <div>
      <Text c="dimmed">{t('add.not_yet')}</Text>
      <WizardActions onBack={onBack} nextLabel={t('add.submit')} busy={busy} {...(onNext && { onNext })} />
    </div>
  );
  if (source === 'generated') {
    return (
      <Stack gap="lg">
        {choice}
        {actions(() => onChosen(generateKeyPair))}
      </Stack>
    );
  }
  return (
    <Form
      form={form}
      onSubmit={({ wireguard_pubkey }) =>
        onChosen(async () => ({ publicKey: wireguard_pubkey, privateKey: undefined }))
      }
    >
      {choice}
      <TextField name="wireguard_pubkey" label={t('field.public_key')} autoComplete="off" verbatim />
      {actions()}
    </Form>
  );
}
