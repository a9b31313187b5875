import { CodeBlock } from './code-block.tsx';
import styles from './command-line.module.css';
import { CopyButton } from './copy-button.tsx';

interface Props {
  /** What the command does, or the question that it answers; above it, and the name of the copy button. */
  label: string;
  command: string;
}

/** A command for a terminal, with a button that copies it. */
export function CommandLine({ label, command }: Props) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <div className={styles.line}>
        <CodeBlock>{command}</CodeBlock>
        <CopyButton value={command} what={label} />
      </div>
    </div>
  );
}
