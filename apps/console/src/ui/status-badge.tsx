import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

interface Props {
  tone: StatusTone;
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
export function StatusBadge({ tone, children }: Props) {
  const Icon = icons[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size="1rem" aria-hidden />
      {children}
    </span>
  );
}
