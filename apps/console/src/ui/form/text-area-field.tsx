import { Textarea } from '@mantine/core';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  /** Runs when the field loses the focus. */
  onLeave?: () => void;
  /** Focused when the form appears. */
  autoFocus?: boolean;
}

const shownRows = 6;

/** Pasted lines of text, such as keys and certificates. */
export function TextAreaField({ onLeave, autoFocus = false, ...props }: Props) {
  const { shared, field } = useField(props);
  return (
    <Textarea
      {...shared}
      rows={shownRows}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={() => {
        shared.onBlur();
        onLeave?.();
      }}
    />
  );
}
