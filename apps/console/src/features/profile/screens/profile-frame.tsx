import { IconApps, IconDevices, IconKey, IconShieldLock, IconUser } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { useMe } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';

/** Tabs of the signed-in user's own pages; on phones a bar at the lower edge, within reach of the thumb. */
export function ProfileFrame() {
  const { t } = useTranslation(['profile', 'common']);
  const { wireguard_enabled: hasDevices, openid_enabled: isEnabled } = useEssentials();
  // access that was given must remain removable
  const hasApplications = useMe().authorized_apps.length > 0 || isEnabled;
  return (
    <>
      <PageTabs
        label={t('common:shell.profile')}
        asBar
        tabs={[
          ...(hasDevices ? [{ to: '/me' as const, label: t('tab.devices'), icon: IconDevices }] : []),
          ...(hasApplications
            ? [{ to: '/me/applications' as const, label: t('tab.applications'), icon: IconApps }]
            : []),
          { to: '/me/security', label: t('tab.security'), icon: IconShieldLock },
          { to: '/me/keys', label: t('tab.keys'), icon: IconKey },
          { to: '/me/account', label: t('tab.account'), icon: IconUser },
        ]}
      />
      <Outlet />
    </>
  );
}
