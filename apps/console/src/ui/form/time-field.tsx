import { TextInput } from '@mantine/core';
import { type FieldProps, useField } from './use-field.ts';

/** A time in the zone of the user, as `toInputValue` writes it; empty if there is none. */
export function TimeField(props: FieldProps) {
  const { shared, field } = useField(props);
  return <TextInput {...shared} type="datetime-local" value={field.value ?? ''} onChange={field.onChange} />;
}
