import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { RecentEntries } from './recent-entries.tsx';

/** The last actions of a user; not what others changed about the user. */
export function RecentActivity({ username }: { username: string }) {
  const { t } = useTranslation('activity-log');
  return (
    <RecentEntries
      title={t('recent.of_user')}
      none={t('recent.no_actions')}
      filter={{ person: [username] }}
      link={(entry, children) => (
        <TextLink
          to="/users/$username/activity"
          params={{ username }}
          search={entry === undefined ? {} : { entry }}
          preload={false}
          {...(entry !== undefined && { c: 'inherit' })}
        >
          {children}
        </TextLink>
      )}
    />
  );
}
