import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { otpauthUri, SixDigitCode } from '../../features/mfa/index.ts';
import { showError } from '../../lib/form-errors.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { SecretPanel } from '../../ui/secret-panel.tsx';
import { type FactorMethod, type Session, useFinishFactor } from '../edge.queries.ts';
import { useEdge } from '../edge-context.ts';

interface Props {
  session: Session;
  method: FactorMethod;
  /** Base32, for an app. */
  secret: string | null;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onBack: () => void;
}

/** Confirms the factor with a code. */
export function FactorForm({ session, method, secret, onConfirmed, onBack }: Props) {
  const { t } = useTranslation(['edge', 'mfa']);
  const finish = useFinishFactor();
  const form = useZodForm(SixDigitCode, { defaultValues: { code: '' } });
  const submit = ({ code }: { code: string }) =>
    finish.mutate({ method, code }, { onSuccess: onConfirmed, onError: (error) => showError(form, error) });
  return (
    <Stack gap="md">
      {secret === null ? (
        <Text>{t('mfa:email.sent', { email: session.user.email })}</Text>
      ) : (
        <AppSecret secret={secret} username={session.user.login} />
      )}
      <Form form={form} onSubmit={submit}>
        <TextField
          name="code"
          label={t('mfa:totp.code')}
          help={t(secret === null ? 'mfa:email.code_help' : 'mfa:totp.code_help')}
          autoComplete="one-time-code"
          verbatim
          autoFocus
        />
        <DialogActions>
          <Button variant="default" onClick={onBack} disabled={finish.isPending}>
            {t('back')}
          </Button>
          <Button type="submit" loading={finish.isPending}>
            {t('mfa:totp.confirm')}
          </Button>
        </DialogActions>
      </Form>
    </Stack>
  );
}

/** A phone cannot scan its own screen: it opens the app with a link. */
function AppSecret({ secret, username }: { secret: string; username: string }) {
  const { t } = useTranslation(['edge', 'mfa']);
  const { instance_name } = useEdge();
  const uri = otpauthUri({ issuer: instance_name, account: username, secret });
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return (
    <>
      {isTouch && (
        <Button component="a" href={uri} variant="default">
          {t('factor.open_app')}
        </Button>
      )}
      <Text>{t('mfa:totp.scan')}</Text>
      <QrCode text={uri} label={t('mfa:totp.qr')} />
      <Text>{t('mfa:totp.secret')}</Text>
      <SecretPanel what={t('mfa:totp.key')} secret={secret} note={t('mfa:totp.key_note')} />
    </>
  );
}
