import { IconChevronRight } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import styles from './advanced-section.module.css';

interface Props {
  /** Summary; a click on it opens the section. */
  title: string;
  /** Keys of the fields in the section. */
  names: readonly string[];
  /** Values that need no attention; absent: the initial values of the form. */
  defaults?: Readonly<Record<string, unknown>>;
  children: ReactNode;
}

/**
 * Fields that most users do not need. Closed while all of them have their default; opens by itself when one of them differs
 * or is invalid. An invalid section cannot be closed; the summary of another one says how many values differ. The values
 * of a closed section are retained.
 */
export function AdvancedSection({ title, names, defaults, children }: Props) {
  const { t } = useTranslation();
  const changed = useChangedCount(names, defaults);
  const { errors } = useFormState();
  const isFaulty = names.some((name) => get(errors, name) !== undefined);
  const [isOpen, setIsOpen] = useState(changed > 0);
  const [wasChanged, setWasChanged] = useState(changed > 0);
  if (changed > 0 !== wasChanged) {
    setWasChanged(changed > 0);
    if (changed > 0) setIsOpen(true);
  }
  if (isFaulty && !isOpen) setIsOpen(true);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setIsOpen(isFaulty || !isOpen);
  };
  return (
    // the search of the browser opens it too
    <details className={styles.section} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary className={styles.title} onClick={toggle}>
        <IconChevronRight size="1rem" aria-hidden className={styles.icon} />
        {title}
        {!isOpen && changed > 0 && <span className={styles.changed}>{t('form.changed', { count: changed })}</span>}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** Number of the fields whose value is not the default. */
function useChangedCount(names: readonly string[], defaults: Props['defaults']): number {
  const { defaultValues } = useFormState();
  const values: readonly unknown[] = useWatch({ name: [...names] });
  const textOf = (value: unknown) => JSON.stringify(value ?? '');
  return names.filter((name, index) => textOf(values[index]) !== textOf(get(defaults ?? defaultValues, name))).length;
}
