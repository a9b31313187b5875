import { Button, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '../../../lib/api-error.ts';
import { failureText, sentence } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useTestDirectory } from '../directory-sync.queries.ts';

/** Reads the directory with the stored settings, and says what to fix. */
export function TestDirectory({ source }: { source: string }) {
  const { t } = useTranslation('directory-sync');
  const { data, error, isPending, mutate } = useTestDirectory(source);
  const reason = data?.code && isErrorCode(data.code) ? sentence(data.code) : data?.message;
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
          {reason}
        </Callout>
      )}
      {error && <Callout tone="warning">{failureText(error)}</Callout>}
    </Stack>
  );
}
