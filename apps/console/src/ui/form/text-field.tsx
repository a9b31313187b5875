import { TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { managedInput } from './managed-field.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  /** Without spell checking and capitalization: keys, addresses, usernames. */
  verbatim?: boolean;
  /** Focused when the form appears; only for the first field of a page that is mainly this form. */
  autoFocus?: boolean;
  /** Why the value cannot be edited here: another system manages it. Absent: it can be. */
  managed?: string | undefined;
}

const asTyped = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } as const;

/** One line of text. */
export function TextField({ type = 'text', verbatim = false, autoFocus = false, managed, ...props }: TextFieldProps) {
  const { shared, field } = useField(props);
  return (
    <TextInput
      {...shared}
      {...(verbatim && asTyped)}
      {...(managed !== undefined && managedInput(managed))}
      type={type}
      autoComplete={props.autoComplete}
      placeholder={props.placeholder}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      value={field.value ?? ''}
      onChange={field.onChange}
    />
  );
}
