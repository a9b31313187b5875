import { Textarea } from '@mantine/core';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  /** When the reader goes on to another field. */
  onLeave?: () => void;
  /** Takes the focus when the form appears. */
  autoFocus?: boolean;
}

const shownRows = 6;

/** Lines of text that are pasted rather than written: keys, certificates. */
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
