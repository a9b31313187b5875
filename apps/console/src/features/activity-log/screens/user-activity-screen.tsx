import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ActivityLog } from '../components/activity-log.tsx';

const route = getRouteApi('/signed-in/admin/users/$username/activity');

/** What a user did, below the header of the page of the user. */
export function UserActivityScreen() {
  const { t } = useTranslation('activity-log');
  const { username } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <ActivityLog
      key={username}
      title={t('recent.of', { username })}
      place="tab"
      search={route.useSearch()}
      person={username}
      onSearchChange={(search, isStep) => void navigate({ search, replace: !isStep, resetScroll: isStep })}
      isOwn
    />
  );
}
