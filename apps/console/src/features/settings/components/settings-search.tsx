import { Select, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { revealText } from '../../../lib/reveal-text.ts';
import { rankOf } from '../../../ui/palette/rank-items.ts';
import { useSettingItems } from '../use-setting-items.ts';
import styles from './settings-search.module.css';

const shownItems = 12;

/** Finds a setting on any page of the settings by its label, description or another word, and opens it. */
export function SettingsSearch() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const items = useSettingItems();
  const [query, setQuery] = useState('');
  const byId = new Map(items.map((item) => [item.id, item]));
  const open = (id: string | null) => {
    const item = byId.get(id ?? '');
    if (!item) return;
    setQuery('');
    void navigate(item.link as never);
    revealText(item.label);
  };
  const find = (search: string) =>
    items
      .flatMap((item) => {
        const rank = search.trim() === '' ? 0 : rankOf({ ...item, group: '', run: () => undefined }, search);
        return rank === undefined ? [] : [{ item, rank }];
      })
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, shownItems)
      .map(({ item }) => ({ value: item.id, label: item.label }));
  return (
    <Select
      className={styles.search}
      aria-label={t('search.label')}
      placeholder={t('search.label')}
      nothingFoundMessage={t('search.nothing')}
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={<span />}
      searchable
      selectFirstOptionOnChange
      data={items.map(({ id, label }) => ({ value: id, label }))}
      filter={({ search }) => find(search)}
      value={null}
      searchValue={query}
      onSearchChange={setQuery}
      onChange={open}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <span>{option.label}</span>
          <Text component="span" size="xs" className={styles.description}>
            {byId.get(option.value)?.description}
          </Text>
        </span>
      )}
    />
  );
}
