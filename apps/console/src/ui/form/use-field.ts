import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../lib/failure-text.ts';

/** What every field of a form takes. The form itself comes from the `Form` around it. */
export interface FieldProps {
  /** The form's key for it. */
  name: string;
  label: string;
  /** Help below, in a sentence. */
  help?: string;
  /** Says that it may be left empty; everything else is needed. */
  optional?: boolean;
  disabled?: boolean;
}

const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

/** Joins a field to the form around it: its value, and its error as a sentence in the reader's language. */
export function useField({ name, label, help, optional = false, disabled = false }: FieldProps) {
  const { t } = useTranslation(['common', 'errors']);
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const message = fieldState.error?.message;
  return {
    field,
    /** The props that all of Mantine's inputs share. */
    shared: {
      name,
      label: optional ? t('form.optional', { label }) : label,
      // The error says how to mend it; the help would say it twice.
      description: message === undefined ? help : undefined,
      error: message === undefined ? undefined : faultText(message),
      disabled: disabled || field.disabled === true,
      inputWrapperOrder: order,
      ref: field.ref,
      onBlur: field.onBlur,
    },
  };
}
