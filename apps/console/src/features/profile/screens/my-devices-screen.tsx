import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useMe } from '../../auth/index.ts';
import { DeviceList } from '../../devices/index.ts';
import { Launcher } from '../../openid-apps/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { OwnConnection } from '../components/own-connection.tsx';
import { SecurityNudge } from '../components/security-nudge.tsx';

/** First page of a user: applications, whether they are connected, then the devices, and what is left to do. */
export function MyDevicesScreen() {
  const { t } = useTranslation('profile');
  const { wireguard_enabled: hasDevices, openid_enabled: hasApplications } = useEssentials();
  const { username } = useMe();
  if (!hasDevices) return <Navigate to={hasApplications ? '/me/applications' : '/me/security'} replace />;
  return (
    <>
      <PageTitle>{t('tab.devices')}</PageTitle>
      {hasApplications && <Launcher onlyIfAny />}
      <OwnConnection />
      <DeviceList username={username} addLink={{ to: '/me/devices/new' }} isOwn />
      <SecurityNudge />
    </>
  );
}
