import { Button, Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './filter-chips.module.css';

export interface FilterChip {
  key: string;
  /** The filter in words: "Only administrators". */
  label: string;
  onRemove: () => void;
}

interface Props {
  chips: readonly FilterChip[];
  /** Takes all of them off. */
  onClear: () => void;
}

/** The filters in force, each removable; nothing when there is none. */
export function FilterChips({ chips, onClear }: Props) {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <fieldset className={styles.chips} aria-label={t('filters.label')}>
      {chips.map((chip) => (
        <Pill
          key={chip.key}
          size="md"
          withRemoveButton
          onRemove={chip.onRemove}
          removeButtonProps={{
            'aria-label': t('filters.remove', { filter: chip.label }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {chip.label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {t('filters.clear')}
      </Button>
    </fieldset>
  );
}
