import type { AccessRuleStatus } from '@gatewarden/contract/access';
import { IconCircleMinus, IconClockX, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { StatusTone } from '../../../ui/tone.ts';

const looks = {
  new: { tone: 'info', icon: IconPlus },
  modified: { tone: 'info', icon: IconPencil },
  deleted: { tone: 'warning', icon: IconTrash },
  enabled: { tone: 'success' },
  disabled: { tone: 'neutral', icon: IconCircleMinus },
  expired: { tone: 'neutral', icon: IconClockX },
} as const satisfies Record<AccessRuleStatus, { tone: StatusTone; icon?: typeof IconPlus }>;

export function RuleState({ status }: { status: AccessRuleStatus }) {
  const { t } = useTranslation('access');
  return <StatusBadge {...looks[status]}>{t(`status.${status}`)}</StatusBadge>;
}
