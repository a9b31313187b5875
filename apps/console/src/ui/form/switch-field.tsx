import { Switch } from '@mantine/core';
import { type FieldProps, useField } from './use-field.ts';

/** On or off, with its label beside it. */
export function SwitchField(props: FieldProps) {
  const { shared, field } = useField(props);
  const { inputWrapperOrder: _, ...rest } = shared;
  return (
    <Switch
      {...rest}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
