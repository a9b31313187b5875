import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useMe } from '../../auth/index.ts';
import { DeviceList } from '../../devices/index.ts';
import { Launcher, launcherQuery } from '../../openid-apps/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { OwnConnection } from '../components/own-connection.tsx';
import { SecurityNudge } from '../components/security-nudge.tsx';

/** First page of a user: whether they are connected, then applications and devices, and what is left to do. */
export function MyDevicesScreen() {
  const { t } = useTranslation('profile');
  const { wireguard_enabled: hasDevices, openid_enabled: hasApplications } = useEssentials();
  const { username } = useMe();
  if (!hasDevices) return <FirstPageWithoutDevices hasApplications={hasApplications} />;
  return (
    <>
      <PageTitle>{t('tab.devices')}</PageTitle>
      <OwnConnection />
      {hasApplications && <Launcher onlyIfAny />}
      <DeviceList username={username} addLink={{ to: '/me/devices/new' }} isOwn />
      <SecurityNudge />
    </>
  );
}

/** The applications if there are any. */
function FirstPageWithoutDevices({ hasApplications }: { hasApplications: boolean }) {
  const { data: apps = [], isPending } = useQuery({ ...launcherQuery(), enabled: hasApplications });
  if (hasApplications && isPending) return null;
  return <Navigate to={apps.length > 0 ? '/me/applications' : '/me/security'} replace />;
}
