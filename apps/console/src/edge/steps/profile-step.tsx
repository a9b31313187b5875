import { fullName } from '@gatewarden/net/full-name';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import type { Session } from '../edge.queries.ts';
import { keepInTab } from '../kept-in-tab.ts';

interface Props {
  session: Session;
  phone: string;
  onPhone: (phone: string) => void;
  onNext: () => void;
  onBack: () => void;
}

const loadSchema = async () => (await import('../forms/edge.schema.ts')).ProfileFields;

/** What is known about the user, who can add a phone number; it is stored with the password. */
export function ProfileStep({ session, phone, onPhone, onNext, onBack }: Props) {
  const { t } = useTranslation('edge');
  const { user } = session;
  const form = useZodForm(loadSchema, { defaultValues: { phone } });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepInTab(session, { phone: values.phone }),
      }),
    [form, session],
  );
  return (
    <Form
      form={form}
      onSubmit={(values) => {
        onPhone(values.phone);
        onNext();
      }}
    >
      <FactList
        facts={[
          { label: t('profile.name'), value: fullName(user) },
          { label: t('profile.username'), value: user.login },
          { label: t('profile.email'), value: user.email },
        ]}
      />
      <TextField name="phone" type="tel" label={t('profile.phone')} autoComplete="tel" optional />
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            onPhone(form.getValues('phone'));
            onBack();
          }}
        >
          {t('back')}
        </Button>
        <Button type="submit">{t('next')}</Button>
      </DialogActions>
    </Form>
  );
}
