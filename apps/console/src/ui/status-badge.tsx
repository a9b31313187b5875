import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

interface Props {
  tone: StatusTone;
  /** In place of the icon of the tone. */
  icon?: typeof IconCircleCheck;
  children: ReactNode;
}

const icons: Readonly<Record<StatusTone, typeof IconCircleCheck>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleDashed,
};

/** A state as text and icon, so that it does not depend on color alone. */
export function StatusBadge({ tone, icon: Icon = icons[tone], children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size="1rem" aria-hidden />
      <span className={styles.text}>{children}</span>
    </span>
  );
}
