import { MultiSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FieldProps, useField } from './use-field.ts';

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

interface Props extends FieldProps {
  options: readonly Option[];
  placeholder?: string;
  /** From about ten options on. */
  searchable?: boolean;
}

/** Rendering thousands of options would be slow; typing narrows the list. */
const shownOptions = 200;

/** One of a list. Only an optional field can be cleared; its value is then `null`. */
export function SelectField({ options, placeholder, searchable = false, ...props }: Props) {
  const { t } = useTranslation();
  const { shared, field } = useField(props);
  return (
    <Select
      {...shared}
      data={options}
      placeholder={placeholder}
      searchable={searchable}
      limit={shownOptions}
      nothingFoundMessage={t('select.nothing')}
      clearable={props.optional === true}
      allowDeselect={props.optional === true}
      value={field.value ?? null}
      onChange={field.onChange}
    />
  );
}

/** Several of a list, in the order of selection. */
export function MultiSelectField({ options, placeholder, searchable = true, ...props }: Props) {
  const { t } = useTranslation();
  const { shared, field } = useField(props);
  const chosen: string[] = field.value ?? [];
  return (
    <MultiSelect
      {...shared}
      data={options}
      placeholder={chosen.length === 0 ? placeholder : undefined}
      searchable={searchable}
      limit={shownOptions}
      nothingFoundMessage={t('select.nothing')}
      clearable
      hidePickedOptions
      value={chosen}
      onChange={field.onChange}
    />
  );
}
