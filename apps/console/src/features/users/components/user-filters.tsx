import { Button, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { screens } from '../../../ui/theme/screen-sizes.ts';
import { factorStates, type UserFilter, userStates } from '../filter-users.ts';
import styles from './user-filters.module.css';

interface Props {
  filter: UserFilter;
  /** Groups to choose from. */
  groups: readonly string[];
  onChange: (filter: UserFilter) => void;
  onClear: () => void;
  /** How often all filters were cleared: each time, text that was typed and is not applied yet is discarded. */
  clearCount: number;
  /** Shows a button to clear the filters; the empty list has another one. */
  withClear: boolean;
}

/** Search and filters of the users; on a phone the filters are behind a button. */
export function UserFilters(props: Props) {
  const { t } = useTranslation(['users', 'common']);
  const { filter, onChange, clearCount } = props;
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const { search, ...others } = filter;
  const number = countActive(others);
  return (
    <search className={styles.filters}>
      <SearchField
        key={clearCount}
        label={t('list.search')}
        value={search ?? ''}
        onChange={(text) => onChange({ ...filter, search: text || undefined })}
      />
      {onPhone && (
        <Button
          variant="default"
          leftSection={<IconFilter size="1rem" aria-hidden />}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={toggle}
        >
          {number > 0 ? t('common:filters.active', { number }) : t('common:filters.open')}
        </Button>
      )}
      {(opened || !onPhone) && (
        <div id={id} className={styles.choices}>
          <FilterFields {...props} />
        </div>
      )}
    </search>
  );
}

function countActive(values: object): number {
  return Object.values(values).filter((value) => value !== undefined).length;
}

function FilterFields({ filter, groups, onChange, onClear, withClear }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const set = (change: Partial<UserFilter>) => onChange({ ...filter, ...change });
  return (
    <>
      <SegmentedControl
        aria-label={t('list.kinds')}
        value={filter.kind ?? 'all'}
        onChange={(kind) => set({ kind: kind === 'all' ? undefined : kind })}
        data={[
          { value: 'all', label: t('list.all') },
          { value: 'admins', label: t('list.admins') },
          { value: 'users', label: t('list.users') },
        ]}
      />
      <FilterSelect
        label={t('filter.state')}
        value={filter.state}
        options={userStates.map((value) => ({ value, label: t(`filter.state_is.${value}`) }))}
        onChange={(state) => set({ state: userStates.find((one) => one === state) })}
      />
      <FilterSelect
        label={t('filter.factor')}
        value={filter.factor}
        options={factorStates.map((value) => ({ value, label: t(`filter.factor_is.${value}`) }))}
        onChange={(factor) => set({ factor: factorStates.find((one) => one === factor) })}
      />
      <FilterSelect
        label={t('filter.group')}
        value={filter.group}
        // the address may name a group that has no members now
        options={[...new Set([...groups, ...(filter.group ? [filter.group] : [])])]}
        onChange={(group) => set({ group: group ?? undefined })}
        searchable
      />
      {withClear && countActive(filter) > 0 && <ClearFiltersButton variant="subtle" onClick={onClear} />}
    </>
  );
}

interface FilterSelectProps {
  /** Name of the filter; also the placeholder. */
  label: string;
  value: string | undefined;
  options: readonly (string | { value: string; label: string })[];
  onChange: (value: string | null) => void;
  searchable?: boolean;
}

function FilterSelect({ label, value, options, onChange, searchable = false }: FilterSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      className={styles.choice}
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={value ?? null}
      onChange={onChange}
      searchable={searchable}
      limit={200}
      nothingFoundMessage={t('select.nothing')}
      clearable
    />
  );
}
