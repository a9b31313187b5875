import { useRowTabIndex } from '../row-focus.ts';
import styles from './row-table.module.css';

interface Props {
  /** Undefined: there is nothing to edit. */
  label: string | undefined;
  onClick: () => void;
}

/** Pencil in a cell, visible while the row is hovered or focused. A plain element, because lists contain many. */
export function EditButton({ label, onClick }: Props) {
  const tabIndex = useRowTabIndex();
  if (label === undefined) return null;
  return (
    <button
      type="button"
      className={`mantine-focus-auto ${styles.edit}`}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="M4 20h4l10.5-10.5a2.8 2.8 0 1 0-4-4L4 16v4M13.5 6.5l4 4" />
      </svg>
    </button>
  );
}
