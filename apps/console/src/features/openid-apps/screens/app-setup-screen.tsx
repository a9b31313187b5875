import type { OpenidApp, OpenidIssuer } from '@gatewarden/contract/openid-apps';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { GuideBlocks } from '../components/guide-blocks.tsx';
import { mainAddresses, moreAddresses } from '../components/provider-addresses.ts';
import { SecretState } from '../components/secret-state.tsx';
import { providerQuery } from '../openid-apps.queries.ts';
import { useApp } from '../use-app.ts';

/** Everything that the developer of the application copies. */
export function AppSetupScreen() {
  const { t } = useTranslation('openid-apps');
  const app = useApp();
  const provider = useQuery(providerQuery());
  if (!app) return null;
  if (provider.isPending) return <CardsSkeleton count={2} />;
  if (provider.data === undefined) {
    return (
      <ErrorState
        error={provider.error}
        title={t('setup.failed')}
        onRetry={() => void provider.refetch()}
        retrying={provider.isFetching}
      />
    );
  }
  return (
    <>
      {app.kind !== 'machine' && <GuideBlocks key={app.client_id} app={app} provider={provider.data} />}
      <Addresses app={app} provider={provider.data} />
      <SecretState app={app} />
    </>
  );
}

function Addresses({ app, provider }: { app: OpenidApp; provider: OpenidIssuer }) {
  const { t } = useTranslation('openid-apps');
  const names = app.kind === 'machine' ? (['issuer', 'discovery_url', 'token_endpoint'] as const) : mainAddresses;
  const factsOf = (some: readonly (typeof mainAddresses | typeof moreAddresses)[number][]) =>
    some.map((name) => ({ label: t(`address.${name}`), value: provider[name], copy: provider[name] }));
  return (
    <Panel title={t('setup.ids')}>
      <FactList
        facts={[{ label: t('field.client_id'), value: app.client_id, copy: app.client_id }, ...factsOf(names)]}
      />
      <details>
        <summary>{t('setup.more')}</summary>
        <FactList facts={factsOf(moreAddresses)} />
      </details>
    </Panel>
  );
}
