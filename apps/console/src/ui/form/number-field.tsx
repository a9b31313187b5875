import { NumberInput } from '@mantine/core';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  min?: number;
  max?: number;
  step?: number;
  /** Shown after the number: "seconds". */
  unit?: string;
  placeholder?: string;
}

/** A whole number. Empty is `undefined`, so that the schema decides whether it is required. */
export function NumberField({ min, max, step = 1, unit, placeholder, ...props }: Props) {
  const { shared, field } = useField(props);
  return (
    <NumberInput
      {...shared}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(unit && { suffix: `\u00a0${unit}` })}
      step={step}
      placeholder={placeholder}
      // The schema validates the input; a silent correction would hide the fault.
      clampBehavior="none"
      allowDecimal={false}
      value={field.value ?? ''}
      onChange={(value) => field.onChange(value === '' ? undefined : Number(value))}
    />
  );
}
