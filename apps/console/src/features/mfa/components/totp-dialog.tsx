import { Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { useConfirmTotp, useStartTotp } from '../mfa.queries.ts';
import { otpauthUri } from '../otpauth-uri.ts';
import { SixDigitCode } from '../six-digit-code.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factors.module.css';

interface Props {
  onClose: () => void;
}

/** Sets up an authenticator app; after the first factor, shows the recovery codes. */
export function TotpDialog({ onClose }: Props) {
  const { t } = useTranslation('mfa');
  const { mutate, data, error, isPending } = useStartTotp();
  const [codes, setCodes] = useState<readonly string[]>();
  // requests a secret when the dialog opens
  useEffect(() => mutate(), [mutate]);

  const confirmed = (given: readonly string[] | null) => {
    if (given) return setCodes(given);
    toast.success(t('totp.done'));
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} isFirst onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title={t('totp.name')} closeOnClickOutside={false}>
      {error && <ErrorState error={error} onRetry={() => mutate()} retrying={isPending} />}
      {!error && !data && <Skeleton className={styles.place} />}
      {data && <ConfirmTotp secret={data.secret} onConfirmed={confirmed} onClose={onClose} />}
    </FormDialog>
  );
}

interface ConfirmProps extends Props {
  secret: string;
  onConfirmed: (codes: readonly string[] | null) => void;
}

function ConfirmTotp({ secret, onConfirmed, onClose }: ConfirmProps) {
  const { t } = useTranslation('mfa');
  const { username } = useMe();
  const { instance_name } = useEssentials();
  const confirm = useConfirmTotp();
  const form = useZodForm(SixDigitCode, { defaultValues: { code: '' } });
  return (
    <div className={styles.scan}>
      <Text>{t('totp.scan')}</Text>
      <QrCode text={otpauthUri({ issuer: instance_name, account: username, secret })} label={t('totp.qr')} />
      <div>
        <Text mb="sm">{t('totp.secret')}</Text>
        <SecretPanel
          what={t('totp.key')}
          secret={secret}
          note={t('totp.key_note')}
          download={{ fileName: 'gatewarden-authenticator-key.txt' }}
        />
      </div>
      <Form
        form={form}
        onSubmit={(body) =>
          confirm.mutate(body, {
            onSuccess: ({ codes }) => onConfirmed(codes),
            onError: (error) => showError(form, error),
          })
        }
      >
        <TextField
          name="code"
          label={t('totp.code')}
          help={t('totp.code_help')}
          autoComplete="one-time-code"
          verbatim
          autoFocus
        />
        <FormActions submitLabel={t('totp.confirm')} submitting={confirm.isPending} onCancel={onClose} />
      </Form>
    </div>
  );
}
