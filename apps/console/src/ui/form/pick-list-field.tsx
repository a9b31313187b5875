import { Button, Input, SegmentedControl } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../search-field.tsx';
import styles from './pick-list.module.css';
import { type PickItem, PickRows } from './pick-rows.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  items: readonly PickItem[];
  /** "Search people"; absent: no search. */
  searchLabel?: string;
  /** From this number of items on there is a search. */
  searchFrom?: number;
}

/**
 * Multiple selection from a list of up to ten thousand items, one by one or all that match. The value is a sorted list
 * of texts. Chosen values that are no longer among the items are retained. A disabled list can be searched.
 */
export function PickListField({ items, searchLabel, searchFrom = 10, ...props }: Props) {
  const { shared, field } = useField(props);
  const [search, setSearch] = useState('');
  const [part, setPart] = useState<'all' | 'chosen'>('all');
  const chosen = useMemo(() => new Set<string>(field.value ?? []), [field.value]);
  const found = useMemo(() => filterItems(items, search), [items, search]);
  const shown = part === 'all' ? found : found.filter(({ value }) => chosen.has(value));
  const label = useId();

  const set = (values: Iterable<string>) => field.onChange([...values].toSorted());
  const toggle = (value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    set(next);
  };

  return (
    <Input.Wrapper
      label={shared.label}
      description={shared.description}
      error={shared.error}
      inputWrapperOrder={shared.inputWrapperOrder}
      labelElement="div"
      labelProps={{ id: label }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a disabled fieldset would disable the search too */}
      <div
        role="group"
        id={shared.id}
        tabIndex={-1}
        className={styles.list}
        aria-labelledby={label}
        onBlur={field.onBlur}
      >
        <div className={styles.head}>
          {searchLabel !== undefined && items.length >= searchFrom && (
            <SearchField label={searchLabel} value={search} onChange={setSearch} />
          )}
          <PartSwitch part={part} onChange={setPart} items={items.length} chosen={chosen.size} />
        </div>
        <PickRows items={shown} chosen={chosen} onToggle={toggle} disabled={shared.disabled} />
        {!shared.disabled && (
          <PickListFooter
            shown={shown}
            chosen={chosen}
            onAdd={() => set(new Set([...chosen, ...shown.map(({ value }) => value)]))}
            onRemove={() => set(chosen.difference(new Set(shown.map(({ value }) => value))))}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}

interface PartSwitchProps {
  part: 'all' | 'chosen';
  onChange: (part: 'all' | 'chosen') => void;
  items: number;
  chosen: number;
}

function PartSwitch({ part, onChange, items, chosen }: PartSwitchProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('pick.part')}
      value={part}
      onChange={onChange}
      data={[
        { value: 'all', label: t('pick.all', { count: items }) },
        { value: 'chosen', label: t('pick.chosen', { count: chosen }) },
      ]}
    />
  );
}

interface PickListFooterProps {
  shown: readonly PickItem[];
  chosen: ReadonlySet<string>;
  onAdd: () => void;
  onRemove: () => void;
}

/** Buttons that select or clear all matching items. */
function PickListFooter({ shown, chosen, onAdd, onRemove }: PickListFooterProps) {
  const { t } = useTranslation();
  const chosenCount = shown.filter(({ value }) => chosen.has(value)).length;
  if (shown.length === 0) return null;
  return (
    <div className={styles.foot}>
      {chosenCount < shown.length && (
        <Button variant="subtle" size="compact-sm" onClick={onAdd}>
          {t('pick.add_all', { count: shown.length })}
        </Button>
      )}
      {chosenCount > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={onRemove}>
          {t('pick.remove_all', { count: chosenCount })}
        </Button>
      )}
    </div>
  );
}

function filterItems(items: readonly PickItem[], search: string): readonly PickItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter(({ label, detail = '' }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
