import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useMe } from '../../auth/index.ts';
import { AuthorizedApps, Launcher } from '../../openid-apps/index.ts';
import { useEssentials } from '../../settings/index.ts';

/** Applications that the signed-in user can open, and those that use the account. */
export function MyApplicationsScreen() {
  const { t } = useTranslation('profile');
  const { username } = useMe();
  const { openid_enabled: hasApplications } = useEssentials();
  return (
    <>
      <PageHeader title={t('tab.applications')} />
      {hasApplications && <Launcher />}
      <AuthorizedApps username={username} />
    </>
  );
}
