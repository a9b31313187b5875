import { BreakableText } from './breakable-text.tsx';
import styles from './code-text.module.css';
import { CopyButton } from './copy-button.tsx';

interface Props {
  /** A key, an address, a command: text for machines. */
  value: string;
  /** Name of the copy button: "public key"; absent: none. */
  what?: string;
  /** `filled`: within a sentence, from which it must stand out. */
  variant?: 'plain' | 'filled';
  /** Cut off at the end of the line, in place of further lines. */
  oneLine?: boolean;
}

/** Text for machines within a line. Long values break behind separators first, then anywhere. */
export function CodeText({ value, what, variant = 'plain', oneLine = false }: Props) {
  const code = (
    <code className={styles.code} data-variant={variant} {...(oneLine && { 'data-one-line': true, title: value })}>
      {oneLine ? value : <BreakableText value={value} />}
    </code>
  );
  if (what === undefined) return code;
  return (
    <span className={styles.line}>
      {code}
      <CopyButton value={value} what={what} />
    </span>
  );
}
