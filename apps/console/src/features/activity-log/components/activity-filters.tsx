import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search-field.tsx';
import styles from './activity-filters.module.css';
import { FilterChips } from './filter-chips.tsx';
import { FilterMenu } from './filter-menu.tsx';
import type { FilterProps } from './filter-props.ts';
import { TimeFilter } from './time-filter.tsx';

/** Filters of the log, with the active ones as chips. */
export function ActivityFilters(props: FilterProps) {
  const { t } = useTranslation('activity-log');
  const { search, onChange } = props;
  const { q = '' } = search;
  return (
    <search className={styles.filters}>
      <div className={styles.fields}>
        <SearchField label={t('search')} value={q} onChange={(text) => onChange({ q: text || undefined })} />
        <TimeFilter times={search} onChange={({ time, from, until }) => onChange({ time, from, until })} />
        <FilterMenu {...props} />
      </div>
      {isShort(q) && <div className={styles.hint}>{t('search_short')}</div>}
      <FilterChips {...props} />
    </search>
  );
}

/** Two Latin characters or fewer do not match everywhere in a text; characters of other alphabets do. */
function isShort(text: string): boolean {
  return /^[\x20-\x7e]{1,2}$/.test(text);
}
