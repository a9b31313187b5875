import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from './field-notes.module.css';

type Tone = 'info' | 'success' | 'warning';

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle } as const;

export interface FieldNote {
  tone: Tone;
  text: string;
}

/** Notes about the current value of a field, below it. They never prevent saving. */
export function FieldNotes({ notes }: { notes: readonly FieldNote[] }) {
  return (
    <ul className={styles.notes} aria-live="polite">
      {notes.map(({ tone, text }) => {
        const Icon = icons[tone];
        return (
          <li key={text} data-tone={tone}>
            <Icon size="1rem" aria-hidden />
            {text}
          </li>
        );
      })}
    </ul>
  );
}
