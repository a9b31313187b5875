import type { Drift } from '@gatewarden/contract/updates';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const tones = { same: 'success', behind: 'warning', ahead: 'info', unknown: 'warning' } as const;

/** How the version of a component compares with that of the server. */
export function DriftBadge({ drift }: { drift: Drift }) {
  const { t } = useTranslation('updates');
  return <StatusBadge tone={tones[drift]}>{t(`drift.${drift}`)}</StatusBadge>;
}
