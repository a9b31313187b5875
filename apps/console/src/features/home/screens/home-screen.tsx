import type { AttentionItem, Home } from '@gatewarden/contract/home';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { useExtensions } from '../../../modules/extensions.tsx';
import type { HomeItems } from '../../../modules/module.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton, TextSkeleton } from '../../../ui/skeletons.tsx';
import { RecentChanges } from '../../activity-log/index.ts';
import { useMe } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { TrafficSummary } from '../../traffic/index.ts';
import { AttentionList } from '../components/attention-list.tsx';
import { SetupChecklist } from '../components/setup-checklist.tsx';
import { homeQuery, isChecklistOver } from '../home.queries.ts';
import styles from './home-screen.module.css';

const ConnectedNow = lazy(async () => ({ default: (await import('../components/connected-now.tsx')).ConnectedNow }));

/** What needs attention, who is connected, traffic and recent changes; on a new instance, the steps of the setup. */
export function HomeScreen() {
  const { t } = useTranslation('home');
  const query = useQuery(homeQuery());
  const { homeItems } = useExtensions();
  const { username } = useMe();
  const home = query.data;
  if (!home && query.isError) {
    return (
      <ErrorState
        asPage
        error={query.error}
        title={t('failed')}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const items = home && listedItems(home, homeItems, username);
  const count = items?.filter(({ dismissed }) => !dismissed).length ?? 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        state={home ? count === 0 ? t('calm') : t('state', { count }) : <TextSkeleton />}
      />
      {/* all at once: only then is it known whether the checklist stands above the rest */}
      <Suspense fallback={<ListSkeleton />}>
        {home && items ? <HomeContent home={home} items={items} /> : <ListSkeleton />}
      </Suspense>
    </>
  );
}

function HomeContent({ home, items }: { home: Home; items: AttentionItem[] }) {
  const { t } = useTranslation('home');
  const { wireguard_enabled } = useEssentials();
  const hasNetwork = wireguard_enabled && home.checklist.steps.some(({ step, done }) => step === 'location' && done);
  return (
    <>
      {!isChecklistOver(home) && (
        <div className={styles.setup} id="setup">
          <SetupChecklist home={home} />
        </div>
      )}
      <div className={styles.grid}>
        <div className={styles.wide}>
          <Panel title={t('attention.title')}>
            <AttentionList items={items} />
          </Panel>
        </div>
        {hasNetwork && (
          <>
            <div className={styles.narrow}>
              <Suspense fallback={<ListSkeleton count={4} />}>
                <ConnectedNow />
              </Suspense>
            </div>
            <div className={styles.wide}>
              <Suspense fallback={<ListSkeleton count={6} />}>
                <TrafficSummary />
              </Suspense>
            </div>
          </>
        )}
        <div className={styles.narrow}>
          <Panel title={t('changes.title')} actions={<TextLink to="/activity">{t('changes.all')}</TextLink>}>
            <Suspense fallback={<ListSkeleton count={5} />}>
              <RecentChanges />
            </Suspense>
          </Panel>
        </div>
      </div>
    </>
  );
}

/**
 * Without the conditions that a step of the checklist resolves, as long as it is offered, and without those of a newer
 * server, which have no text here.
 */
function listedItems(home: Home, { attention = {}, checklist = {} }: HomeItems, username: string): AttentionItem[] {
  const known = home.attention.filter(({ kind }) => attention[kind]);
  if (isChecklistOver(home)) return known;
  const offered = home.checklist.steps.filter(({ done }) => !done);
  return known.filter((item) => !offered.some(({ step }) => checklist[step]?.resolves?.(item, username)));
}
