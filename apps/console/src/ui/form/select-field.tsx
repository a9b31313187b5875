import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FieldProps, useField } from './use-field.ts';
import { useTypedSearch } from './use-typed-search.ts';

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends FieldProps {
  options: readonly Option[];
  placeholder?: string;
  /** From about ten options on. */
  searchable?: boolean;
}

/** Rendering thousands of options would be slow; typing narrows the list. */
export const shownOptions = 200;

/** One of a list. Only an optional field can be cleared; its value is then `null`. */
export function SelectField({ options, placeholder, searchable = false, ...props }: SelectProps) {
  const { t } = useTranslation();
  const { shared, field } = useField(props);
  const { search, selectAll } = useTypedSearch();
  return (
    <Select
      {...shared}
      data={options}
      placeholder={placeholder}
      searchable={searchable}
      {...(searchable && { ...search, ...selectAll })}
      limit={shownOptions}
      openOnFocus={false}
      nothingFoundMessage={t('select.nothing')}
      clearable={props.optional === true}
      allowDeselect={props.optional === true}
      value={field.value ?? null}
      onChange={field.onChange}
    />
  );
}
