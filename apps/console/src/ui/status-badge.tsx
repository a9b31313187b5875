import type { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';
import { type StatusTone, toneIcons } from './tone.ts';

interface Props {
  tone: StatusTone;
  /** In place of the icon of the tone. */
  icon?: typeof IconCircleCheck;
  /** Details, as tooltip. */
  title?: string;
  children: ReactNode;
}

/** A state as text and icon, so that it does not depend on color alone. */
export function StatusBadge({ tone, icon: Icon = toneIcons[tone], title, children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      <Icon size="1rem" aria-hidden />
      <span className={styles.text}>{children}</span>
    </span>
  );
}
