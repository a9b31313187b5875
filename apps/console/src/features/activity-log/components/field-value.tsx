import { useTranslation } from 'react-i18next';
import styles from './entry.module.css';

/** What is kept of a field, as text: whatever it holds is shown, and nothing of it is more than text. */
export function FieldValue({ value }: { value: unknown }) {
  const { t } = useTranslation('activity-log');
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (Array.isArray(value)) return value.length === 0 ? '–' : <span className={styles.value}>{listed(value)}</span>;
  return <span className={styles.value}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join(', ');
}
