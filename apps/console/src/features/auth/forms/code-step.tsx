import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText, faultText } from '../../../lib/failure-text.ts';
import type { Rule } from '../../../lib/fault.ts';
import { isSixDigits } from '../../../lib/six-digits.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { Callout } from '../../../ui/callout.tsx';
import { requestEmailCode } from '../auth.queries.ts';
import { MailCodeNotice } from '../components/mail-code-notice.tsx';
import type { FactorVerification } from '../factor-verification.ts';
import type { CodeStepName } from '../second-steps.ts';
import styles from './sign-in-form.module.css';

export interface StepProps<Answer> {
  verification: FactorVerification<Answer>;
  onVerified: (answer: Answer) => void;
  /** The half-finished session has expired. */
  onExpired?: (() => void) | undefined;
  /** A verb: "Continue". */
  submitLabel: string;
}

/** Second factor by code. */
export function CodeStep<Answer>(props: StepProps<Answer> & { step: CodeStepName }) {
  const { step, verification, onVerified, onExpired, submitLabel } = props;
  const { t } = useTranslation('auth');
  const [fault, setFault] = useState<Rule>();
  const field = useRef<HTMLInputElement>(null);
  const attempt = useMutation({ mutationFn: verification.code });
  const wrong = isApiError(attempt.error, 'code_wrong');
  // the general text says to wait for the next code, which recovery codes do not have
  const wrongText = () => (step === 'recovery' ? t('second_step.recovery.wrong') : failureText(attempt.error));

  const isExpired = (error: unknown) => {
    const expired = onExpired !== undefined && isApiError(error, 'unauthenticated');
    if (expired) onExpired();
    return expired;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    const broken = ruleBrokenBy(code, step);
    setFault(broken);
    if (broken) return field.current?.focus();
    attempt.mutate(
      { step, code },
      {
        onSuccess: onVerified,
        onError: (error) => {
          if (!isExpired(error)) field.current?.select();
        },
      },
    );
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {attempt.isError && !wrong && <Callout tone="danger">{failureText(attempt.error)}</Callout>}
      <TextInput
        ref={field}
        name="code"
        label={t(`second_step.${step}.label`)}
        description={t(`second_step.${step}.help`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={fault ? faultText(fault) : wrong ? wrongText() : undefined}
        autoComplete={step === 'recovery' ? 'off' : 'one-time-code'}
        inputMode={step === 'recovery' ? 'text' : 'numeric'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        data-autofocus
      />
      {step === 'email' && (
        <MailCodeNotice request={requestEmailCode} sent={t('mail_code.sent')} onFailure={isExpired} />
      )}
      <Button type="submit" fullWidth loading={attempt.isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** An incomplete code is not sent: it would count as an incorrect one. */
function ruleBrokenBy(code: string, step: CodeStepName): Rule | undefined {
  if (code === '') return 'required';
  return step === 'recovery' || isSixDigits(code) ? undefined : 'six_digits';
}
