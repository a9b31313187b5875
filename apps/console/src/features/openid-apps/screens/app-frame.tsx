import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Button } from '@mantine/core';
import { IconApps, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { AppLogo } from '../components/app-logo.tsx';
import { AppMenu } from '../components/app-menu.tsx';
import { AppState } from '../components/app-state.tsx';
import { useAppActions } from '../components/use-app-actions.tsx';
import { appsQuery } from '../openid-apps.queries.ts';

const route = getRouteApi('/signed-in/admin/applications/$clientId');
const pages = { setup: '', access: '/access', tokens: '/tokens', users: '/users', settings: '/settings' } as const;

/** Header and tabs of the pages of an application. */
export function AppFrame() {
  const { t } = useTranslation('openid-apps');
  const { clientId } = route.useParams();
  const apps = useQuery(appsQuery());
  if (apps.isPending) return <ListSkeleton />;
  if (apps.data === undefined) {
    return <ErrorState asPage error={apps.error} title={t('list.failed')} onRetry={() => void apps.refetch()} />;
  }
  const app = apps.data.find((one) => one.client_id === clientId);
  if (!app) return <AppNotFound />;
  return (
    <>
      <AppHeader app={app} />
      {!app.enabled && (
        <Callout tone="warning" role="note" mb="md">
          {t('page.disabled')}
        </Callout>
      )}
      <PageTabs
        label={app.name}
        tabs={(['setup', 'access', 'tokens', 'users', 'settings'] as const).map((page) => ({
          label: t(`page.${page}`),
          to: `/applications/$clientId${pages[page]}` as const,
          params: { clientId },
        }))}
      />
      <Outlet />
    </>
  );
}

function AppHeader({ app }: { app: OpenidApp }) {
  const { t, i18n } = useTranslation('openid-apps');
  const { runAction, dialog } = useAppActions(useLeaveDeleted('/applications', app.client_id));
  return (
    <>
      <PageHeader
        title={app.name}
        above={[{ label: t('title'), to: '/applications' }]}
        icon={<AppLogo app={app} size="lg" />}
        state={<AppState enabled={app.enabled} />}
        facts={[
          { label: t('field.kind'), value: t(`kind_short.${app.kind}`) },
          ...(app.kind === 'machine'
            ? []
            : [{ label: t('field.users'), value: formatCount(app.user_count, i18n.language) }]),
          {
            label: t('field.last_used'),
            value: app.last_used_at ? <RelativeTime at={app.last_used_at} /> : t('list.never'),
          },
        ]}
        actions={
          <>
            {!app.enabled && <Button onClick={() => runAction('enable', app)}>{t('action.enable')}</Button>}
            {app.enabled && app.start_url !== '' && (
              <Button
                component="a"
                href={app.start_url}
                target="_blank"
                rel="noopener noreferrer"
                variant="default"
                leftSection={<IconExternalLink size="1rem" />}
                data-compact
              >
                {t('action.open')}
              </Button>
            )}
            <AppMenu app={app} onAction={(action) => runAction(action, app)} variant="outlined" />
          </>
        }
      />
      {dialog}
    </>
  );
}

function AppNotFound() {
  const { t } = useTranslation('openid-apps');
  return (
    <NotFoundState
      icon={<IconApps />}
      title={t('page.none_title')}
      text={t('page.none_text')}
      list={{ to: '/applications' }}
      listLabel={t('page.to_list')}
    />
  );
}
