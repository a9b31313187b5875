import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Whether an application is enabled. */
export function AppState({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('openid-apps');
  return (
    <StatusBadge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'state.enabled' : 'state.disabled')}</StatusBadge>
  );
}
