import { passwordRules } from '@gatewarden/contract/password.names';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { type Session, useActivate } from '../edge.queries.ts';
import { UsernameForManager } from '../username-for-manager.tsx';

interface Props {
  session: Session;
  phone: string;
  onNext: () => void;
  onBack: () => void;
}

const loadSchema = async () => (await import('../forms/edge.schema.ts')).PasswordFields;

/** The first password, with which the account exists. */
export function PasswordStep({ session, phone, onNext, onBack }: Props) {
  const { t } = useTranslation('edge');
  const activate = useActivate();
  const form = useZodForm(loadSchema, { defaultValues: { password: '' } });
  return (
    <Form form={form} onSubmit={({ password }) => activate.mutate({ phone, password }, { onSuccess: onNext })}>
      <UsernameForManager username={session.user.login} />
      <PasswordField
        name="password"
        label={t('password.label')}
        autoComplete="new-password"
        rules={passwordRules}
        autoFocus
      />
      <DialogActions failure={activate.error}>
        <Button variant="default" onClick={onBack} disabled={activate.isPending}>
          {t('back')}
        </Button>
        <Button type="submit" loading={activate.isPending}>
          {t('password.submit')}
        </Button>
      </DialogActions>
    </Form>
  );
}
