import { activityModules } from '@gatewarden/contract/activity-events.names';
import { Button, MultiSelect, Popover, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { locationsQuery } from '../../locations/index.ts';
import { usersQuery } from '../../users/index.ts';
import { filterOf, newestFirst } from '../filter.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import { useEventGroups } from '../use-event-groups.ts';
import styles from './activity-filters.module.css';
import type { FilterProps } from './filter-props.ts';

interface Props extends FilterProps {
  onDone: () => void;
}

/** What `FilterMenu` opens. */
export function FilterFields({ onDone, ...props }: Props) {
  const { t } = useTranslation('activity-log');
  return (
    <Popover.Dropdown className={styles.menu}>
      <Stack gap="md">
        <Text fw={600}>{t('filter.title')}</Text>
        {!props.isOwn && <UserFilter {...props} />}
        <EventFilter {...props} />
        {!props.isOwn && <LocationFilter {...props} />}
        <SortSelect {...props} />
        <Button onClick={onDone}>{t('filter.done')}</Button>
      </Stack>
    </Popover.Dropdown>
  );
}

/** Suggestions that a user can scan without searching. */
const maxSuggestions = 50;
const combobox = { withinPortal: false } as const;

function orUndefined(values: string[]): string[] | undefined {
  return values.length > 0 ? values : undefined;
}

function UserFilter({ search, onChange }: FilterProps) {
  const { t } = useTranslation('activity-log');
  const { data: users } = useQuery(usersQuery());
  return (
    <TagsInput
      label={t('filter.people')}
      description={t('filter.people_help')}
      data={(users ?? []).map(({ username }) => username)}
      limit={maxSuggestions}
      comboboxProps={combobox}
      acceptValueOnBlur
      openOnFocus={false}
      withScrollArea={false}
      classNames={{ options: styles.options }}
      value={search.person ?? []}
      onChange={(person) => onChange({ person: orUndefined(person) })}
    />
  );
}

function LocationFilter({ search, onChange }: FilterProps) {
  const { t } = useTranslation('activity-log');
  const { data: locations } = useQuery(locationsQuery());
  return (
    <TagsInput
      label={t('filter.locations')}
      data={[...new Set((locations ?? []).map(({ name }) => name))]}
      limit={maxSuggestions}
      comboboxProps={combobox}
      acceptValueOnBlur
      openOnFocus={false}
      withScrollArea={false}
      classNames={{ options: styles.options }}
      value={search.location ?? []}
      onChange={(location) => onChange({ location: orUndefined(location) })}
    />
  );
}

function EventFilter({ search, onChange }: FilterProps) {
  const { t } = useTranslation(['activity-log', 'common']);
  const texts = useActivityTexts();
  const groups = useEventGroups();
  const { event = [], module = [] } = filterOf(search);
  return (
    <>
      <MultiSelect
        label={t('filter.events')}
        data={groups}
        searchable
        openOnFocus={false}
        withScrollArea={false}
        classNames={{ options: styles.options }}
        nothingFoundMessage={t('common:select.nothing')}
        comboboxProps={combobox}
        value={[...event]}
        onChange={(chosen) => onChange({ event: orUndefined(chosen) })}
      />
      <MultiSelect
        label={t('filter.modules')}
        data={activityModules.map((name) => ({ value: name, label: texts.module(name) }))}
        comboboxProps={combobox}
        value={[...module]}
        onChange={(chosen) => onChange({ module: orUndefined(chosen) })}
      />
    </>
  );
}

function SortSelect({ search, onChange, isOwn }: FilterProps) {
  const { t } = useTranslation('activity-log');
  const orders = [
    { value: newestFirst, label: t('sort.newest') },
    { value: 'timestamp', label: t('sort.oldest') },
    ...(isOwn ? [] : [{ value: 'username', label: t('sort.person') }]),
    { value: 'event', label: t('sort.event') },
  ];
  return (
    <Select
      label={t('sort.label')}
      data={orders}
      comboboxProps={combobox}
      allowDeselect={false}
      value={orders.find(({ value }) => value === (search.sort ?? newestFirst))?.value ?? null}
      onChange={(sort) => onChange({ sort: sort === null || sort === newestFirst ? undefined : sort })}
    />
  );
}
