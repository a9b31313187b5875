import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useMe } from '../../auth/index.ts';
import { DeviceList } from '../../devices/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { AuthorizedApps } from '../../users/index.ts';
import { OwnConnection } from '../components/own-connection.tsx';
import { SecurityNudge } from '../components/security-nudge.tsx';

/** First page of a user: whether they are connected, then the devices, and what is left to do. */
export function MyDevicesScreen() {
  const { t } = useTranslation('profile');
  const { wireguard_enabled: hasDevices } = useEssentials();
  const { username, authorized_apps: apps } = useMe();
  if (!hasDevices) return <Navigate to="/me/security" replace />;
  return (
    <>
      <PageTitle>{t('tab.devices')}</PageTitle>
      <OwnConnection />
      <DeviceList username={username} addLink={{ to: '/me/devices/new' }} isOwn />
      <SecurityNudge />
      {apps.length > 0 && <AuthorizedApps apps={apps} />}
    </>
  );
}
