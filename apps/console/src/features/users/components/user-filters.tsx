import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search-field.tsx';
import type { UserFilter } from '../list-users.ts';
import styles from './user-filters.module.css';

interface Props {
  filter: UserFilter;
  onChange: (filter: UserFilter) => void;
}

/** Search, and which part of the people. */
export function UserFilters({ filter, onChange }: Props) {
  const { t } = useTranslation('users');
  return (
    <search className={styles.filters}>
      <SearchField
        label={t('list.search')}
        value={filter.search ?? ''}
        onChange={(search) => onChange({ ...filter, search: search || undefined })}
      />
      <SegmentedControl
        aria-label={t('list.kinds')}
        value={filter.kind ?? 'all'}
        onChange={(kind) => onChange({ ...filter, kind: kind === 'all' ? undefined : kind })}
        data={[
          { value: 'all', label: t('list.all') },
          { value: 'admins', label: t('list.admins') },
          { value: 'users', label: t('list.users') },
        ]}
      />
    </search>
  );
}
