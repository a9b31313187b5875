import { Button, Drawer, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTypedSearch } from '../form/use-typed-search.ts';
import type { FilterChoice } from './filter-chip.tsx';
import styles from './list-tools.module.css';
import type { ListToolsProps } from './list-tools-props.ts';

interface Props extends ListToolsProps<unknown> {
  opened: boolean;
  onClose: () => void;
}

/** Filters and sorting of a list on a phone. */
export function FilterSheet({ filters = [], clear, columns, sort, onSortChange, opened, onClose }: Props) {
  const { t } = useTranslation();
  const orders = columns
    .filter(({ sortValue }) => sortValue)
    .flatMap(({ id, header }) => [
      { value: id, label: t('table.ascending', { column: header }) },
      { value: `-${id}`, label: t('table.descending', { column: header }) },
    ]);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('filters.sheet')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={styles.sheet}>
        {filters.map((filter) => (
          <FilterSelect key={filter.label} {...filter} />
        ))}
        <Select
          label={t('table.sort')}
          data={orders}
          value={sort}
          onChange={(next) => next && onSortChange(next)}
          allowDeselect={false}
        />
        {clear}
        <Button onClick={onClose}>{t('filters.done')}</Button>
      </div>
    </Drawer>
  );
}

function FilterSelect({ label, value, options, onChange, searchable = false }: FilterChoice) {
  const { t } = useTranslation();
  const { search, selectAll } = useTypedSearch();
  return (
    <Select
      label={label}
      data={[...options]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable={searchable}
      {...(searchable && { ...search, ...selectAll })}
      limit={200}
      nothingFoundMessage={t('select.nothing')}
      clearable
    />
  );
}
