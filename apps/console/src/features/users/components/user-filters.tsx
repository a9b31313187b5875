import type { ListedUser } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import type { FilterChoice } from '../../../ui/list/filter-chip.tsx';
import { ListTools } from '../../../ui/list/list-tools.tsx';
import type { ColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { useSourceName } from '../../identity-sources/index.ts';
import { factorStates, seenStates, type UserFilter, userKinds, userStates } from '../filter-users.ts';

interface Props {
  filter: UserFilter;
  /** Groups to choose from. */
  groups: readonly string[];
  /** Systems to choose from; none if this instance manages all users. */
  sources: readonly string[];
  onChange: (filter: UserFilter) => void;
  onClear: () => void;
  /** How often all filters were cleared: each time, text that was typed and is not applied yet is discarded. */
  clearCount: number;
  /** Shows a button to clear the filters; the empty list has another one. */
  withClear: boolean;
  choice: ColumnChoice<ListedUser>;
  columns: readonly Column<ListedUser>[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
}

/** Search, filters and columns of the list of users. */
export function UserFilters({ filter, groups, sources, onChange, onClear, clearCount, withClear, ...list }: Props) {
  const { t } = useTranslation('users');
  const isActive = Object.values(filter).some((value) => value !== undefined);
  return (
    <ListTools
      {...list}
      search={
        <SearchField
          key={clearCount}
          label={t('list.search')}
          value={filter.search ?? ''}
          onChange={(text) => onChange({ ...filter, search: text || undefined })}
        />
      }
      filters={useFilterChoices({ filter, groups, sources, onChange })}
      clear={withClear && isActive && <ClearFiltersButton variant="subtle" size="compact-sm" onClick={onClear} />}
    />
  );
}

function useFilterChoices({
  filter,
  groups,
  sources,
  onChange,
}: Pick<Props, 'filter' | 'groups' | 'sources' | 'onChange'>): FilterChoice[] {
  const nameOf = useSourceName();
  const { t } = useTranslation('users');
  const set = (change: Partial<UserFilter>) => onChange({ ...filter, ...change });
  // the address may name a group that has no members now
  const names = [...new Set([...groups, ...(filter.group ? [filter.group] : [])])];
  const systems = [...new Set([...sources, ...(filter.source ? [filter.source] : [])])];
  return [
    {
      label: t('field.role'),
      value: filter.kind,
      options: userKinds.map((value) => ({ value, label: t(`filter.role_is.${value}`) })),
      onChange: (next) => set({ kind: userKinds.find((one) => one === next) }),
    },
    {
      label: t('filter.state'),
      value: filter.state,
      options: userStates.map((value) => ({ value, label: t(`filter.state_is.${value}`) })),
      onChange: (next) => set({ state: userStates.find((one) => one === next) }),
    },
    {
      label: t('filter.factor'),
      value: filter.factor,
      options: factorStates.map((value) => ({ value, label: t(`filter.factor_is.${value}`) })),
      onChange: (next) => set({ factor: factorStates.find((one) => one === next) }),
    },
    {
      label: t('filter.seen'),
      value: filter.seen,
      options: seenStates.map((value) => ({ value, label: t(`filter.seen_is.${value}`) })),
      onChange: (next) => set({ seen: seenStates.find((one) => one === next) }),
    },
    {
      label: t('filter.group'),
      value: filter.group,
      options: names.map((name) => ({ value: name, label: name })),
      onChange: (group) => set({ group }),
      searchable: true,
    },
    ...(systems.length > 0
      ? [
          {
            label: t('field.source'),
            value: filter.source,
            options: systems.map((value) => ({ value, label: nameOf(value) })),
            onChange: (source: string | undefined) => set({ source }),
          },
        ]
      : []),
  ];
}
