import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMinute } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import type { ActivitySearch } from '../activity-search.ts';
import { type ActivityFilter, filterOf } from '../filter.ts';
import { type ActivityTexts, useActivityTexts } from '../use-activity-texts.ts';
import styles from './activity-filters.module.css';
import type { FilterProps } from './filter-props.ts';

interface Chip {
  text: string;
  /** Filters that remain after the chip is removed. */
  rest: Partial<ActivitySearch>;
}

/** Active filters as chips that remove them. The search has a separate field. */
export function FilterChips({ search, onChange }: FilterProps) {
  const { t } = useTranslation(['activity-log', 'common']);
  const locale = useLocale();
  const texts = useActivityTexts();
  const chips = chipsOf(filterOf(search), { t, texts, locale });
  if (chips.length === 0) return null;
  const none: Partial<ActivitySearch> = Object.assign({}, ...chips.map(({ rest }) => cleared(rest)));
  return (
    <ul className={styles.chips} aria-label={t('filter.in_force')}>
      {chips.map(({ text, rest }) => (
        <li key={text} className={styles.chip}>
          <Button
            variant="default"
            size="xs"
            maw="100%"
            rightSection={<IconX size="0.875rem" aria-hidden />}
            aria-label={t('filter.remove', { what: text })}
            onClick={() => onChange(rest)}
          >
            {text}
          </Button>
        </li>
      ))}
      <li>
        <ClearFiltersButton variant="subtle" size="xs" onClick={() => onChange(none)} />
      </li>
    </ul>
  );
}

function cleared(rest: Partial<ActivitySearch>): Partial<ActivitySearch> {
  return Object.fromEntries(Object.keys(rest).map((name) => [name, undefined]));
}

interface ChipTexts {
  t: TFunction<readonly ['activity-log', 'common']>;
  texts: ActivityTexts;
  locale: string;
}

function chipsOf(filter: ActivityFilter, chipTexts: ChipTexts): Chip[] {
  const { t, texts } = chipTexts;
  const unchanged = (value: string) => value;
  return [
    ...timeChips(filter, chipTexts),
    ...listChips(filter, 'person', t('column.who'), unchanged),
    ...listChips(filter, 'event', t('entry.event'), texts.event),
    ...listChips(filter, 'module', t('entry.module'), texts.module),
    ...listChips(filter, 'location', t('column.location'), unchanged),
  ].map(({ kind, value, rest }) => ({ text: t('filter.chip', { kind, value }), rest }));
}

interface ChipPart {
  kind: string;
  value: string;
  rest: Partial<ActivitySearch>;
}

function listChips<Name extends 'person' | 'event' | 'module' | 'location'>(
  filter: ActivityFilter,
  name: Name,
  kind: string,
  labelOf: (value: NonNullable<ActivityFilter[Name]>[number]) => string,
): ChipPart[] {
  const values: readonly NonNullable<ActivityFilter[Name]>[number][] = filter[name] ?? [];
  return values.map((value) => {
    const others = values.filter((other) => other !== value);
    return { kind, value: labelOf(value), rest: { [name]: others.length > 0 ? others : undefined } };
  });
}

function timeChips({ time, from, until }: ActivityFilter, { t, locale }: ChipTexts): ChipPart[] {
  const kind = t('time.label');
  if (time) return [{ kind, value: t(`time.${time}`), rest: { time: undefined } }];
  const format = (at: string) => formatMinute(new Date(at), locale);
  const rest = { from: undefined, until: undefined };
  if (from && until) return [{ kind, value: t('time.between', { from: format(from), until: format(until) }), rest }];
  if (from) return [{ kind, value: t('time.since', { from: format(from) }), rest }];
  if (until) return [{ kind, value: t('time.up_to', { until: format(until) }), rest }];
  return [];
}
