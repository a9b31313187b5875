import { PasswordInput } from '@mantine/core';
import { PasswordRules, type RuleChecks } from './password-rules.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  /** `new-password` lets password managers offer one. */
  autoComplete: 'current-password' | 'new-password';
  /** Rules of the contract, marked during typing. */
  rules?: RuleChecks;
  /** Focused when the form appears. */
  autoFocus?: boolean;
}

/** A password, hidden by default. */
export function PasswordField({ autoComplete, rules, autoFocus = false, ...props }: Props) {
  const { shared, field } = useField(props);
  const text: string = field.value ?? '';
  const faulty = shared.error !== undefined;
  return (
    <div>
      <PasswordInput
        {...shared}
        // The list below shows the broken rule.
        error={rules && text !== '' ? faulty : shared.error}
        aria-invalid={faulty}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        value={text}
        onChange={field.onChange}
      />
      {rules && <PasswordRules text={text} rules={rules} faulty={faulty} />}
    </div>
  );
}
