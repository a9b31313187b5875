import { toneIcons } from '../tone.ts';
import styles from './field-notes.module.css';

export interface FieldNote {
  tone: 'info' | 'success' | 'warning';
  text: string;
}

/** Notes about the current value of a field, below it. They never prevent saving. */
export function FieldNotes({ notes }: { notes: readonly FieldNote[] }) {
  return (
    <ul className={styles.notes} aria-live="polite">
      {notes.map(({ tone, text }) => {
        const Icon = toneIcons[tone];
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
