import { Text } from '@mantine/core';
import styles from './one-line.module.css';

/** A phrase that starts a cell: capitalized, and cut off where the column ends. */
export function OneLine({ text }: { text: string }) {
  return (
    <Text span truncate title={text} className={styles.line}>
      {text}
    </Text>
  );
}
