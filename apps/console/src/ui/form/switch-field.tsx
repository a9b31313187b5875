import { Checkbox, Switch } from '@mantine/core';
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

/** As a switch, for what is agreed to rather than switched. */
export function CheckboxField(props: FieldProps) {
  const { shared, field } = useField(props);
  const { inputWrapperOrder: _, ...rest } = shared;
  return (
    <Checkbox
      {...rest}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
