import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Direction } from './direction.ts';
import styles from './direction-label.module.css';

interface Props {
  direction: Direction;
  /** Only the arrow is visible; the word is for screen readers. */
  short?: boolean;
  /** After the word: an amount. */
  children?: ReactNode;
}

/** "↓ Download 1.2 GB": an arrow in the color of the direction, the word, and an amount. */
export function DirectionLabel({ direction, short = false, children }: Props) {
  const { t } = useTranslation();
  const Icon = direction === 'down' ? IconArrowDown : IconArrowUp;
  const word = t(`traffic.${direction}`);
  return (
    <span className={styles.label}>
      <Icon className={styles.icon} data-direction={direction} size="1em" stroke={2.5} aria-hidden />
      {short ? <VisuallyHidden>{word}</VisuallyHidden> : word}
      {children}
    </span>
  );
}
