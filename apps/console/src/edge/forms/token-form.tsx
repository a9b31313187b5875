import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useStartSession } from '../edge.queries.ts';
import { StartFailure } from '../start-failure.tsx';

const loadSchema = async () => (await import('./edge.schema.ts')).TokenFields;

/** For a token that was read out or copied. */
export function TokenForm({ onStarted }: { onStarted: () => void }) {
  const { t } = useTranslation('edge');
  const start = useStartSession();
  const form = useZodForm(loadSchema, { defaultValues: { token: '' } });
  return (
    <Form form={form} onSubmit={({ token }) => start.mutate(token, { onSuccess: onStarted })}>
      {start.isError && <StartFailure error={start.error} />}
      <TextField name="token" label={t('token.label')} autoComplete="off" verbatim autoFocus />
      <Button type="submit" loading={start.isPending}>
        {t('token.submit')}
      </Button>
    </Form>
  );
}
