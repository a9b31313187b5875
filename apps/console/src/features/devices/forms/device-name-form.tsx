import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { WizardActions } from '../../../ui/wizard.tsx';
import type { DeviceName } from './new-device.schema.ts';

const loadSchema = async () => (await import('./new-device.schema.ts')).DeviceName;

interface Props {
  onNamed: (name: string) => void;
  /** Why the server rejected the previous name; shown at the field. */
  failure: Error | null;
}

/** First step: the name of the device. */
export function DeviceNameForm({ onNamed, failure }: Props) {
  const { t } = useTranslation('devices');
  const form = useZodForm<DeviceName, DeviceName>(loadSchema, { defaultValues: { name: '' } });
  // The step was hidden when the server rejected the name; only now is the field mounted.
  useEffect(() => {
    if (failure) showError(form, failure);
  }, [form, failure]);
  return (
    <Form form={form} onSubmit={({ name }) => onNamed(name)}>
      <TextField
        name="name"
        label={t('field.name')}
        help={t('add.name_help')}
        placeholder={t('add.name_example')}
        autoComplete="off"
        autoFocus
      />
      <WizardActions />
    </Form>
  );
}
