import type { ListedDevice } from '@gatewarden/contract/traffic';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { ListTools } from '../../../ui/list/list-tools.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { type DeviceFilter, deviceStates } from '../filter-devices.ts';
import type { LocationNames } from './device-cells.tsx';

interface Props
  extends Pick<ComponentProps<typeof ListTools<ListedDevice>>, 'choice' | 'columns' | 'sort' | 'onSortChange'> {
  filter: DeviceFilter;
  /** To choose from. */
  locations: LocationNames;
  onChange: (filter: DeviceFilter) => void;
  onClear: () => void;
  /** How often all filters were cleared: each time, text that was typed and is not applied yet is discarded. */
  clearCount: number;
  /** Shows a button to clear the filters; the empty list has another one. */
  withClear: boolean;
}

/** Search, filters and columns of the list of devices. */
export function DeviceFilters({ filter, locations, onChange, onClear, clearCount, withClear, ...list }: Props) {
  const { t } = useTranslation('devices');
  const isActive = Object.values(filter).some((value) => value !== undefined);
  const set = (change: Partial<DeviceFilter>) => onChange({ ...filter, ...change });
  return (
    <ListTools
      {...list}
      search={
        <SearchField
          key={clearCount}
          label={t('all.search')}
          value={filter.search ?? ''}
          onChange={(text) => set({ search: text || undefined })}
        />
      }
      filters={[
        {
          label: t('all.state'),
          value: filter.state,
          options: deviceStates.map((value) => ({ value, label: t(`all.state_is.${value}`) })),
          onChange: (next) => set({ state: deviceStates.find((one) => one === next) }),
        },
        {
          label: t('all.location'),
          value: filter.location === undefined ? undefined : String(filter.location),
          options: [...locations].map(([id, label]) => ({ value: String(id), label })),
          onChange: (next) => set({ location: next === undefined ? undefined : Number(next) }),
          searchable: true,
        },
      ]}
      clear={withClear && isActive && <ClearFiltersButton variant="subtle" size="compact-sm" onClick={onClear} />}
    />
  );
}
