import { Code } from '@mantine/core';
import styles from './code-block.module.css';

interface Props {
  children: string;
  /** Accessible name of a text that may be long: it scrolls, and the keyboard reaches it. */
  label?: string;
  /** For few characters that a person reads or types. */
  size?: 'small' | 'large';
}

/** Text for machines in lines of its own: a configuration, a key, what a program said. */
export function CodeBlock({ children, label, size = 'small' }: Props) {
  return (
    <Code
      block
      className={styles.block}
      data-size={size}
      {...(label !== undefined && { 'aria-label': label, role: 'region', tabIndex: 0, 'data-scrolls': true })}
    >
      {children}
    </Code>
  );
}
