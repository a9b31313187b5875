import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldFault } from './field-fault.ts';
import { useShownField } from './shown-fields.ts';

/** Props of every field. The `Form` around it provides the form itself. */
export interface FieldProps {
  /** Key in the form values. */
  name: string;
  label: string;
  /** Help below the field, as a sentence. */
  help?: string;
  /** Marks the field as optional; other fields are required. */
  optional?: boolean;
  disabled?: boolean;
}

const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

/** Connects a field to the form around it: its value, and its error as a sentence in the language of the user. */
export function useField({ name, label, help, optional = false, disabled = false }: FieldProps) {
  const { t } = useTranslation(['common', 'rules']);
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const id = useId();
  useShownField({ name, label, id });
  const fault = fieldFault(fieldState.error, field.value);
  return {
    field,
    /** Props that all Mantine inputs share. */
    shared: {
      id,
      name,
      label: optional ? t('form.optional', { label }) : label,
      // The error says how to correct it; the help would repeat it.
      description: fault === undefined ? help : undefined,
      error: fault,
      disabled: disabled || field.disabled === true,
      inputWrapperOrder: order,
      ref: field.ref,
      onBlur: field.onBlur,
    },
  };
}
