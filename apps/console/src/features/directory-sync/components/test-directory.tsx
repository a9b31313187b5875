import { Button, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useTestDirectory } from '../directory-sync.queries.ts';
import { reasonText } from './reason-text.ts';

/** Reads the directory with the stored settings, and says what to fix. */
export function TestDirectory({ source }: { source: string }) {
  const { t } = useTranslation('directory-sync');
  const { data, error, isPending, mutate } = useTestDirectory(source);
  return (
    <Stack mt="md" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPlugConnected size="1rem" aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('test.run')}
      </Button>
      {data?.success && <Callout tone="success">{t('test.works')}</Callout>}
      {data && !data.success && (
        <Callout tone="danger" title={t('test.failed')}>
          {reasonText(data.code, source) ?? data.message}
        </Callout>
      )}
      {error && <Callout tone="warning">{failureText(error)}</Callout>}
    </Stack>
  );
}
