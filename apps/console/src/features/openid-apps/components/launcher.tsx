import type { LauncherApp } from '@gatewarden/contract/openid-apps';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { launcherQuery } from '../openid-apps.queries.ts';
import { AppLogo } from './app-logo.tsx';
import styles from './launcher.module.css';

interface Props {
  /** On a page about something else: shown only if there are applications. */
  onlyIfAny?: boolean;
}

/** The applications of the signed-in user, each with a link that opens it. */
export function Launcher({ onlyIfAny = false }: Props) {
  const { t } = useTranslation('openid-apps');
  const apps = useQuery(launcherQuery());
  if (onlyIfAny && !apps.data?.length) return null;
  return (
    <Panel title={t('launcher.title')} text={t('launcher.text')} variant="open">
      {apps.isPending ? (
        <CardsSkeleton count={3} />
      ) : apps.data === undefined ? (
        <ErrorState
          error={apps.error}
          title={t('launcher.failed')}
          onRetry={() => void apps.refetch()}
          retrying={apps.isFetching}
        />
      ) : apps.data.length === 0 ? (
        <EmptyState
          variant="row"
          icon={<IconApps />}
          title={t('launcher.empty_title')}
          text={t('launcher.empty_text')}
        />
      ) : (
        <ul className={styles.tiles}>
          {apps.data.map((app) => (
            <Tile key={app.client_id} app={app} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Tile({ app }: { app: LauncherApp }) {
  return (
    <li>
      <a
        className={`mantine-focus-auto ${styles.tile}`}
        href={app.start_url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={app.name}
        title={app.name}
      >
        <AppLogo app={app} size="lg" />
        <span className={styles.texts}>
          <span className={styles.name}>{app.name}</span>
          {app.description !== '' && <span className={styles.description}>{app.description}</span>}
        </span>
      </a>
    </li>
  );
}
