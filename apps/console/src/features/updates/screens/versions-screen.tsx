import type { Versions } from '@gatewarden/contract/updates';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton, TextSkeleton } from '../../../ui/skeletons.tsx';
import { CertificatePanel } from '../components/certificate-panel.tsx';
import { EdgePanel, GatewayPanel } from '../components/component-panels.tsx';
import { ServerPanel } from '../components/server-panel.tsx';
import { UpdatePanel } from '../components/update-panel.tsx';
import { versionsQuery } from '../updates.queries.ts';

/** Newer releases, the version of every component, and when certificates expire. */
export function VersionsScreen() {
  const { t } = useTranslation('updates');
  const { data, error, isPending, isFetching, refetch } = useQuery(versionsQuery());
  if (!data && !isPending) {
    return <ErrorState asPage error={error} title={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      <PageHeader title={t('title')} state={data ? <State versions={data} /> : <TextSkeleton />} />
      {data ? <Content versions={data} /> : <FormSkeleton count={4} />}
    </>
  );
}

function State({ versions: { core, gateways, edges } }: { versions: Versions }) {
  const { t } = useTranslation('updates');
  const { version } = core;
  const joined = [...core.replicas, ...gateways, ...edges.filter(({ state }) => state !== 'waiting')];
  const count = joined.filter(({ drift }) => drift !== 'same').length;
  return count === 0 ? t('all_same', { version }) : t('other_versions', { version, count });
}

function Content({ versions }: { versions: Versions }) {
  return (
    <>
      <UpdatePanel check={versions.update_check} version={versions.core.version} />
      <ServerPanel versions={versions} />
      <GatewayPanel gateways={versions.gateways} />
      <EdgePanel edges={versions.edges} />
      <CertificatePanel certificates={versions.certificates} />
    </>
  );
}
