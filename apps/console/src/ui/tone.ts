import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconInfoCircle } from '@tabler/icons-react';

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

/** Goes with the color of a tone, which alone says nothing to some users. */
export const toneIcons: Readonly<Record<StatusTone, typeof IconCircleCheck>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleDashed,
};
