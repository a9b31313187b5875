import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../auth/index.ts';
import { ActivityLog } from '../components/activity-log.tsx';

const route = getRouteApi('/signed-in/me/activity');

/** The log of the signed-in user. The server returns all users to administrators, so they filter by their name. */
export function OwnActivityScreen() {
  const { t } = useTranslation('activity-log');
  const me = useMe();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  return (
    <ActivityLog
      title={t('own.title')}
      text={t('own.text')}
      place="own-page"
      search={search}
      {...(me.is_admin && { person: me.username })}
      onSearchChange={(to, isStep) => void navigate({ search: to, replace: !isStep, resetScroll: isStep })}
      isOwn
    />
  );
}
