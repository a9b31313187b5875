import type { Update, Versions } from '@gatewarden/contract/updates';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton, TextSkeleton } from '../../../ui/skeletons.tsx';
import { CertificatePanel } from '../components/certificate-panel.tsx';
import { EdgePanel, GatewayPanel } from '../components/component-panels.tsx';
import { ServerPanel } from '../components/server-panel.tsx';
import { UpdatePanel } from '../components/update-panel.tsx';
import { updateQuery, versionsQuery } from '../updates.queries.ts';

/** Newer releases, the version of every component, and when certificates expire. */
export function VersionsScreen() {
  const { t } = useTranslation('updates');
  const { data, error, isPending, isFetching, refetch } = useQuery(versionsQuery());
  const { data: update } = useQuery(updateQuery());
  if (!data && !isPending) {
    return <ErrorState asPage error={error} title={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      <PageHeader title={t('title')} state={data ? <State versions={data} update={update} /> : <TextSkeleton />} />
      {data ? <Content versions={data} update={update} /> : <FormSkeleton count={4} />}
    </>
  );
}

interface Props {
  versions: Versions;
  /** Null: no newer release is known. */
  update: Update | null | undefined;
}

/** What needs attention first. */
function State({ versions: { core, gateways, edges, update_check }, update }: Props) {
  const { t } = useTranslation('updates');
  const { version } = core;
  const joined = [...core.replicas, ...gateways, ...edges.filter(({ state }) => state !== 'waiting')];
  const count = joined.filter(({ drift }) => drift !== 'same').length;
  return [
    ...(update ? [t(update.critical ? 'available_critical' : 'available', { version: update.version })] : []),
    ...(update_check.problem === null ? [] : [t('check.failing')]),
    count === 0 ? t('all_same', { version }) : t('other_versions', { version, count }),
  ].join(' · ');
}

function Content({ versions, update }: Props) {
  const isNewest = !update;
  return (
    <>
      <UpdatePanel check={versions.update_check} version={versions.core.version} update={update} />
      <ServerPanel versions={versions} isNewest={isNewest} />
      <GatewayPanel gateways={versions.gateways} isNewest={isNewest} />
      <EdgePanel edges={versions.edges} isNewest={isNewest} />
      <CertificatePanel certificates={versions.certificates} />
    </>
  );
}
