import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { isNamedObject } from '../changes.ts';
import styles from './entry.module.css';

/** Stored value of a field as plain text, for values of any type. */
export function FieldValue({ value }: { value: unknown }) {
  const { t } = useTranslation('activity-log');
  const locale = useLocale();
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (isNamedObject(value)) return <span className={styles.value}>{value.name}</span>;
  if (Array.isArray(value)) return value.length === 0 ? '–' : <span className={styles.value}>{joined(value)}</span>;
  if (typeof value === 'string' && isInstant(value)) return formatInstant(new Date(value), locale);
  return <span className={styles.value}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
}

/** `2030-01-31T12:00:00.123Z`, as core writes instants. */
function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

function joined(values: readonly unknown[]): string {
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return values.map((value) => (isNamedObject(value) ? value.name : textOf(value))).join(', ');
}
