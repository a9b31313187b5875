import type { OpenidIssuer } from '@gatewarden/contract/openid-apps';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { mainAddresses, moreAddresses } from '../components/provider-addresses.ts';
import { ProviderTabs } from '../components/provider-tabs.tsx';
import { RotateKeysDialog } from '../components/rotate-keys-dialog.tsx';
import { SigningKeys } from '../components/signing-keys.tsx';
import { providerQuery } from '../openid-apps.queries.ts';

/** Addresses and signing keys, which all applications have in common. */
export function ProviderScreen() {
  const { t } = useTranslation('openid-apps');
  const provider = useQuery(providerQuery());
  return (
    <>
      <PageHeader title={t('tabs.provider')} state={t('provider.state')} />
      <ProviderTabs />
      {provider.isPending ? (
        <CardsSkeleton count={2} />
      ) : provider.data === undefined ? (
        <ErrorState
          error={provider.error}
          title={t('setup.failed')}
          onRetry={() => void provider.refetch()}
          retrying={provider.isFetching}
        />
      ) : (
        <Sections provider={provider.data} />
      )}
    </>
  );
}

function Sections({ provider }: { provider: OpenidIssuer }) {
  const { t } = useTranslation('openid-apps');
  const [rotating, setRotating] = useState(false);
  return (
    <>
      <Panel title={t('provider.addresses')} text={t('provider.addresses_text')}>
        <FactList
          facts={[...mainAddresses, ...moreAddresses].map((name) => ({
            label: t(`address.${name}`),
            value: provider[name],
            copy: provider[name],
          }))}
        />
      </Panel>
      <Panel
        title={t('provider.keys')}
        text={t('provider.keys_text')}
        variant="open"
        actions={
          <Button variant="default" onClick={() => setRotating(true)}>
            {t('provider.rotate')}
          </Button>
        }
      >
        <SigningKeys keys={provider.keys} />
      </Panel>
      {rotating && <RotateKeysDialog onClose={() => setRotating(false)} />}
    </>
  );
}
