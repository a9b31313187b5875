import type { ProviderTest } from '@gatewarden/contract/identity-providers';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { useTestProvider } from '../identity-providers.queries.ts';
import type { Fields } from './provider.ts';
import styles from './provider-dialog.module.css';

/** Reads the description of the provider and shows what it contains, or why it cannot be read, until the form names another one. */
export function ProviderTestButton() {
  const { t } = useTranslation('identity-providers');
  const { control, trigger } = useFormContext<Fields>();
  const [kind, baseUrl] = useWatch({ control, name: ['kind', 'base_url'] });
  const test = useTestProvider();
  const run = async () => {
    if (await trigger('base_url')) test.mutate({ kind, base_url: baseUrl.trim() }, { onError: showFailure });
  };
  const isOfForm = test.variables?.kind === kind && test.variables.base_url === baseUrl.trim();
  return (
    <>
      <Button
        variant="default"
        className={styles.button ?? ''}
        leftSection={<IconPlugConnected size="1rem" aria-hidden />}
        loading={test.isPending}
        onClick={() => void run()}
      >
        {t('test.run')}
      </Button>
      {isOfForm && test.data && <TestResult result={test.data} />}
    </>
  );
}

const reasons = [
  'blocked_address',
  'timeout',
  'too_large',
  'certificate',
  'connection',
  'status',
  'insecure',
  'invalid',
] as const;

function TestResult({ result }: { result: ProviderTest }) {
  const { t } = useTranslation('identity-providers');
  if (!result.success) {
    const reason = reasons.find((each) => each === result.reason) ?? 'invalid';
    return (
      <Callout tone="danger" title={t('test.failed')}>
        {t(`test.${reason}`, { host: result.host ?? '', detail: result.detail ?? '' })}
      </Callout>
    );
  }
  return (
    <Callout tone="success" title={t('test.found')}>
      <FactList
        facts={[
          { label: t('test.issuer'), value: result.issuer },
          { label: t('test.authorization'), value: result.authorization_endpoint },
          { label: t('test.token'), value: result.token_endpoint },
          { label: t('test.scopes'), value: result.scopes.join(', ') },
          { label: t('test.claims'), value: result.claims.join(', ') },
        ]}
      />
    </Callout>
  );
}
