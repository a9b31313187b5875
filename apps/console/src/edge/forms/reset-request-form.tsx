import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useRequestReset } from '../edge.queries.ts';

const loadSchema = async () => (await import('./edge.schema.ts')).EmailFields;

export function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('edge');
  const request = useRequestReset();
  const form = useZodForm(loadSchema, { defaultValues: { email: '' } });
  return (
    <Form form={form} onSubmit={({ email }) => request.mutate(email, { onSuccess: () => onSent(email) })}>
      <TextField name="email" type="email" label={t('reset.email')} autoComplete="email" verbatim autoFocus />
      <Button type="submit" loading={request.isPending}>
        {t('reset.submit')}
      </Button>
    </Form>
  );
}
