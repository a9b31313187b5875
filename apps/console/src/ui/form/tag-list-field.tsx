import { TagsInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  placeholder?: string;
  max?: number;
  /** Entries to show instead of all of the value; they must be its first ones. */
  entries?: readonly string[];
  /** Called with the new entries instead of storing them as the value. */
  onEntries?: (entries: string[]) => void;
}

/**
 * Typed entries such as networks, addresses or names. Enter, comma and space complete one; a pasted list is split.
 * A completed entry is validated at once, and the error names the entry that is wrong.
 */
export function TagListField({ placeholder, max, entries: shown, onEntries, ...props }: Props) {
  const { shared, field } = useField(props);
  const { trigger } = useFormContext();
  const change = (next: string[]) => {
    (onEntries ?? field.onChange)(next);
    void trigger(props.name);
  };
  const entries: readonly string[] = shown ?? field.value ?? [];
  return (
    <TagsInput
      {...shared}
      placeholder={entries.length === 0 ? placeholder : undefined}
      {...(max !== undefined && { maxTags: max })}
      splitChars={[',', ' ', ';', '\n', '\t']}
      acceptValueOnBlur
      wrapperProps={{ 'data-tag-list': true }}
      value={[...entries]}
      onChange={change}
    />
  );
}
