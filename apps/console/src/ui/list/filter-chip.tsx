import { Combobox, UnstyledButton, useCombobox } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filter-chip.module.css';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

export interface FilterChoice {
  /** Name of the filter: "Status". */
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly FilterOption[];
  /** Undefined clears. */
  readonly onChange: (value: string | undefined) => void;
  /** With a field to search the options. */
  readonly searchable?: boolean;
}

const maxOptions = 200;

/** A filter as a chip: its name, and if it is active its value and a button to clear it. */
export function FilterChip({ label, value, options, onChange, searchable = false }: FilterChoice) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const box = useCombobox({
    onDropdownOpen: () => searchable && box.focusSearchInput(),
    onDropdownClose: () => {
      setSearch('');
      box.resetSelectedOption();
    },
  });
  const words = search.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(words)).slice(0, maxOptions);
  const chosen = value === undefined ? undefined : (options.find((option) => option.value === value)?.label ?? value);
  const choose = (next: string) => {
    onChange(next === value ? undefined : next);
    box.closeDropdown();
    box.focusTarget();
  };
  return (
    <span className={styles.chip} data-active={chosen !== undefined}>
      <Combobox store={box} onOptionSubmit={choose} width="target" floatingStrategy="fixed" position="bottom-start">
        <Combobox.Target targetType="button">
          <UnstyledButton className={styles.button} onClick={() => box.toggleDropdown()}>
            <span className={styles.text}>
              {chosen === undefined ? label : t('filters.chosen', { name: label, value: chosen })}
            </span>
            {chosen === undefined && <IconChevronDown size="0.875rem" aria-hidden />}
          </UnstyledButton>
        </Combobox.Target>
        <Combobox.Dropdown className={styles.dropdown}>
          {searchable && (
            <Combobox.Search
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              aria-label={t('filters.search', { name: label })}
              placeholder={t('filters.search', { name: label })}
            />
          )}
          <Combobox.Options className={styles.options} aria-label={label}>
            {found.map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
                {option.label}
              </Combobox.Option>
            ))}
            {found.length === 0 && <Combobox.Empty>{t('select.nothing')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {chosen !== undefined && (
        <UnstyledButton
          className={styles.clear}
          aria-label={t('filters.remove', { name: label })}
          onClick={() => onChange(undefined)}
        >
          <IconX size="0.875rem" aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}
