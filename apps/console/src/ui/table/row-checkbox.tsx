import { Checkbox } from '@mantine/core';
import { useRowTabIndex } from '../row-focus.ts';
import { hasShift } from './has-shift.ts';
import styles from './row-checkbox.module.css';

interface Props {
  /** Accessible name: "Select Warsaw". */
  label: string;
  checked: boolean;
  onToggle: (isRange: boolean) => void;
}

const { inner, input, icon } = Checkbox.classes;

/** Looks like the checkbox of Mantine, whose eight components per row slow down scrolling. */
export function RowCheckbox({ label, checked, onToggle }: Props) {
  const tabIndex = useRowTabIndex();
  return (
    <div className={`${inner} ${styles.box}`}>
      <input
        type="checkbox"
        className={`mantine-focus-auto ${input}`}
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={(event) => onToggle(hasShift(event))}
      />
      {checked && (
        <svg className={icon} viewBox="0 0 10 7" fill="none" aria-hidden>
          <path
            d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
            fill="currentColor"
          />
        </svg>
      )}
    </div>
  );
}
