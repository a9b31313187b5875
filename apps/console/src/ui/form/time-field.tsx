import { TextInput } from '@mantine/core';
import { type FieldProps, useField } from './use-field.ts';

/** The picker offers each half hour; other times can be typed. */
const stepSeconds = 1_800;

/** A time in the zone of the user, as `toInputValue` writes it; empty if there is none. */
export function TimeField(props: FieldProps) {
  const { shared, field } = useField(props);
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      step={stepSeconds}
      value={field.value ?? ''}
      onChange={field.onChange}
    />
  );
}
