import { TextInput } from '@mantine/core';
import { useField } from '../../../ui/form/use-field.ts';

interface Props {
  name: string;
  label: string;
  help: string;
}

/** A time in the zone of the user; empty if there is none. */
export function TimeField(props: Props) {
  const { shared, field } = useField({ ...props, optional: true });
  return <TextInput {...shared} type="datetime-local" value={field.value ?? ''} onChange={field.onChange} />;
}
