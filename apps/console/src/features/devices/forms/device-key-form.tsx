import { NewDevice } from '@gatewarden/contract/devices';
import { Alert, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { WizardActions } from '../../../ui/wizard.tsx';
import type { ChosenKey } from '../devices.queries.ts';
import { makeKeyPair } from '../wireguard-keys.ts';

const PastedKey = NewDevice.pick({ wireguard_pubkey: true });
type PastedKey = z.infer<typeof PastedKey>;

interface Props {
  onBack: () => void;
  /** Gets how to make the key: a key pair is generated only when the device is really sent. */
  onChosen: (chooseKey: () => Promise<ChosenKey>) => void;
  /** Why the device could not be added with the key chosen before. */
  failure: Error | null;
  busy: boolean;
}

type Way = 'generated' | 'pasted';

/** Second step: a new key pair of this browser, or the public key of one that the person has. Its button adds the device. */
export function DeviceKeyForm({ onBack, onChosen, failure, busy }: Props) {
  const { t } = useTranslation('devices');
  const [way, setWay] = useState<Way>('generated');
  const form = useZodForm<PastedKey, PastedKey>(PastedKey, { defaultValues: { wireguard_pubkey: '' } });
  const aboutKey = isApiError(failure) && failure.field === 'wireguard_pubkey' && way === 'pasted';
  useEffect(() => {
    if (aboutKey) showError(form, failure);
  }, [form, failure, aboutKey]);

  const choice = (
    <Stack gap="md">
      {failure && !aboutKey && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {failureText(failure)}
        </Alert>
      )}
      <Radio.Group value={way} onChange={(value) => setWay(value as Way)} label={t('add.key_label')}>
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
  if (way === 'generated') {
    return (
      <Stack gap="lg">
        {choice}
        {actions(() => onChosen(makeKeyPair))}
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
