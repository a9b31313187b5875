import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SelectProps, shownOptions } from './select-field.tsx';
import { useField } from './use-field.ts';
import { useTypedSearch } from './use-typed-search.ts';

/** Several of a list, in the order of selection. Selected options that are disabled stay selected. */
export function MultiSelectField({ options, placeholder, searchable = true, ...props }: SelectProps) {
  const { t } = useTranslation();
  const { shared, field } = useField(props);
  const { search } = useTypedSearch();
  const chosen: string[] = field.value ?? [];
  const fixed = chosen.filter((value) => options.some((option) => option.value === value && option.disabled));
  return (
    <MultiSelect
      {...shared}
      data={options}
      placeholder={chosen.length === 0 ? placeholder : undefined}
      searchable={searchable}
      {...(searchable && search)}
      limit={shownOptions}
      openOnFocus={false}
      nothingFoundMessage={t('select.nothing')}
      clearable={chosen.length > fixed.length}
      hidePickedOptions
      value={chosen}
      onChange={(next) => field.onChange([...fixed.filter((value) => !next.includes(value)), ...next])}
    />
  );
}
