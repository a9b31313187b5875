import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { MailCodeNotice, useMe } from '../../auth/index.ts';
import { useConfirmEmail, useRequestActivationCode } from '../mfa.queries.ts';
import { SixDigitCode } from '../six-digit-code.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  onClose: () => void;
}

/** Sets up codes by email; after the first factor, shows the recovery codes. */
export function EmailDialog({ onClose }: Props) {
  const { t } = useTranslation('mfa');
  const { email } = useMe();
  const request = useRequestActivationCode();
  const confirm = useConfirmEmail();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useZodForm(SixDigitCode, { defaultValues: { code: '' } });

  const confirmed = (given: readonly string[] | null) => {
    if (given) return setCodes(given);
    toast.success(t('email.done'));
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} isFirst onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title={t('email.name')}>
      <Form
        form={form}
        onSubmit={(body) =>
          confirm.mutate(body, {
            onSuccess: (given) => confirmed(given.codes),
            onError: (error) => showError(form, error),
          })
        }
      >
        <MailCodeNotice
          request={request}
          sent={t('email.sent', { email })}
          // without reauthentication there is nothing to set up
          onFailure={(error) => isApiError(error, 'proof_required') && onClose()}
        />
        <TextField
          name="code"
          label={t('email.code')}
          help={t('email.code_help')}
          autoComplete="one-time-code"
          verbatim
          autoFocus
        />
        <FormActions submitLabel={t('email.confirm')} submitting={confirm.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
