import { IconChevronRight } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { get, useFormState } from 'react-hook-form';
import styles from './advanced-section.module.css';

interface Props {
  /** Summary; a click on it opens the section. */
  title: string;
  /** Keys of the fields in the section: it opens when one of them is invalid. */
  names: readonly string[];
  children: ReactNode;
}

/** Fields that most users do not need, closed until one of them needs attention. Their values are retained. */
export function AdvancedSection({ title, names, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const section = useRef<HTMLDetailsElement>(null);
  const { errors, submitCount } = useFormState();
  const isFaulty = names.some((name) => get(errors, name) !== undefined);
  if (isFaulty && !isOpen) setIsOpen(true);
  useFocusOfFault(section, isFaulty, submitCount);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setIsOpen(isFaulty || !isOpen);
  };
  return (
    // the search of the browser opens it too
    <details
      ref={section}
      className={styles.section}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary className={styles.title} onClick={toggle}>
        <IconChevronRight size="1rem" aria-hidden className={styles.icon} />
        {title}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** The form focuses the first fault on submission, which fails while the section is closed. */
function useFocusOfFault(
  section: { readonly current: HTMLDetailsElement | null },
  isFaulty: boolean,
  submitCount: number,
): void {
  const focused = useRef(submitCount);
  useEffect(() => {
    if (!isFaulty || focused.current === submitCount) return;
    focused.current = submitCount;
    const isFocused = document.activeElement?.matches('[aria-invalid="true"]');
    if (!isFocused) section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [section, isFaulty, submitCount]);
}
