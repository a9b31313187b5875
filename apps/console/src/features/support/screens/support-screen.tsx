import { getSupportLogs } from '@gatewarden/contract/calls';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../../lib/path-of.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { ConfigurationPreview } from '../components/configuration-preview.tsx';
import { Contents } from '../components/contents.tsx';
import { LogPanel } from '../components/log-panel.tsx';
import { SendSupportData } from '../components/send-support-data.tsx';
import { supportQuery, useDownloadConfiguration } from '../support.queries.ts';

/** Configuration and log for those who help with a problem. */
export function SupportScreen() {
  const { t } = useTranslation('support');
  const download = useDownloadConfiguration();
  const hasLog = useQuery(supportQuery()).data?.log_bytes !== 0;
  const icon = <IconDownload size="1rem" aria-hidden />;
  return (
    <>
      <PageHeader
        title={t('title')}
        state={t('state')}
        actions={
          <>
            {hasLog && (
              <Button variant="default" leftSection={icon} component="a" href={pathOf(getSupportLogs, {})} download>
                {t('log.download')}
              </Button>
            )}
            <Button leftSection={icon} loading={download.isPending} onClick={() => download.mutate()}>
              {t('configuration.download')}
            </Button>
          </>
        }
      />
      <SupportData />
    </>
  );
}

function SupportData() {
  const { t } = useTranslation('support');
  const { data, error, isPending, isFetching, refetch } = useQuery(supportQuery());
  if (isPending) return <FormSkeleton count={4} />;
  if (!data) {
    return <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      <Contents />
      <ConfigurationPreview />
      <LogPanel overview={data} />
      <SendSupportData overview={data} />
    </>
  );
}
