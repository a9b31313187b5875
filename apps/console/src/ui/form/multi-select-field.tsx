import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SelectProps, shownOptions } from './select-field.tsx';
import { useField } from './use-field.ts';
import { useTypedSearch } from './use-typed-search.ts';

/** Several of a list, in the order of selection. */
export function MultiSelectField({ options, placeholder, searchable = true, ...props }: SelectProps) {
  const { t } = useTranslation();
  const { shared, field } = useField(props);
  const { search } = useTypedSearch();
  const chosen: string[] = field.value ?? [];
  return (
    <MultiSelect
      {...shared}
      data={options}
      placeholder={chosen.length === 0 ? placeholder : undefined}
      searchable={searchable}
      {...(searchable && search)}
      limit={shownOptions}
      nothingFoundMessage={t('select.nothing')}
      clearable
      hidePickedOptions
      value={chosen}
      onChange={field.onChange}
    />
  );
}
