import type { Drift } from '@gatewarden/contract/updates';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const tones = { same: 'success', behind: 'warning', ahead: 'info', unknown: 'warning' } as const;

interface Props {
  drift: Drift;
  /** Whether the same version as that of the server is worth a badge. */
  confirmsSame: boolean;
}

/** How the version of a component compares with that of the server. */
export function DriftBadge({ drift, confirmsSame }: Props) {
  const { t } = useTranslation('updates');
  if (drift === 'same' && !confirmsSame) return null;
  return <StatusBadge tone={tones[drift]}>{t(`drift.${drift}`)}</StatusBadge>;
}
