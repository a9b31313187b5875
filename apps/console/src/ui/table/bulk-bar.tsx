import { Button, CloseButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bulk-bar.module.css';

interface Props {
  count: number;
  /** Number of rows that match the active filters. */
  all: number;
  onSelectAll: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** Number of selected rows, and actions on them. */
export function BulkBar({ count, all, onSelectAll, onClear, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      <Text component="span" className={styles.count} role="status">
        {t('table.selected', { count })}
      </Text>
      {count < all && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
          {t('table.select_all_of', { count: all })}
        </Button>
      )}
      <CloseButton className={styles.clear} aria-label={t('table.clear')} onClick={onClear} />
      <Group gap="sm">{children}</Group>
    </div>
  );
}
