import { NewDevice } from '@gatewarden/contract/devices';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { failureText } from '../../../lib/failure-text.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { WizardActions } from '../../../ui/wizard.tsx';

const DeviceName = NewDevice.pick({ name: true });

interface Props {
  onNamed: (name: string) => void;
  /** Why the name given before cannot be, from the server. */
  failure: unknown;
}

/** First step: how people will recognise the device. */
export function DeviceNameForm({ onNamed, failure }: Props) {
  const { t } = useTranslation('devices');
  const form = useZodForm<z.output<typeof DeviceName>, z.input<typeof DeviceName>>(DeviceName, {
    defaultValues: { name: '' },
  });
  return (
    <Form form={form} label={t('add.step_name')} onSubmit={({ name }) => onNamed(name)}>
      {failure !== null && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {failureText(failure)}
        </Alert>
      )}
      <TextField
        name="name"
        label={t('field.name')}
        help={t('add.name_help')}
        placeholder={t('add.name_example')}
        autoFocus
      />
      <WizardActions />
    </Form>
  );
}
