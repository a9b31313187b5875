import { TagsInput } from '@mantine/core';
import { get, useFormState } from 'react-hook-form';
import { faultText } from '../../lib/failure-text.ts';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  placeholder?: string;
  max?: number;
}

/** Typed entries such as networks, addresses or names. Enter, comma and space complete one; a pasted list is split. */
export function TagListField({ placeholder, max, ...props }: Props) {
  const { shared, field } = useField(props);
  const entries: string[] = field.value ?? [];
  const fault = useEntryFault(props.name, entries);
  return (
    <TagsInput
      {...shared}
      error={shared.error ?? fault}
      placeholder={entries.length === 0 ? placeholder : undefined}
      {...(max !== undefined && { maxTags: max })}
      splitChars={[',', ' ', ';', '\n', '\t']}
      acceptValueOnBlur
      wrapperProps={{ 'data-tag-list': true }}
      value={entries}
      onChange={field.onChange}
    />
  );
}

/** Schemas report an invalid entry under its index; the text names the entry. */
function useEntryFault(name: string, entries: readonly string[]): string | undefined {
  const { errors } = useFormState();
  const faults: unknown = get(errors, name);
  if (!Array.isArray(faults)) return undefined;
  const index = faults.findIndex((fault) => fault?.message !== undefined);
  return index < 0 ? undefined : `${entries[index]}: ${faultText(String(faults[index].message))}`;
}
