import { Text } from '@mantine/core';
import styles from './one-line.module.css';

/** A text that is cut off where the column ends; in a card it has several lines. */
export function OneLine({ text }: { text: string }) {
  return (
    <Text span truncate title={text} className={styles.line}>
      {text}
    </Text>
  );
}
