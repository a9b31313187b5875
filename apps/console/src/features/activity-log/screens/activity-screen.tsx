import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ActivityLog } from '../components/activity-log.tsx';

const route = getRouteApi('/signed-in/admin/activity');

/** The log of all users, for administrators. */
export function ActivityScreen() {
  const { t } = useTranslation('activity-log');
  const navigate = route.useNavigate();
  return (
    <ActivityLog
      title={t('title')}
      place="page"
      search={route.useSearch()}
      onSearchChange={(search, isStep) => void navigate({ search, replace: !isStep, resetScroll: isStep })}
      isOwn={false}
    />
  );
}
