import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { MailForm } from '../forms/mail-form.tsx';
import { TestMailForm } from '../forms/test-mail-form.tsx';
import { settingsQuery, useSendTestMail } from '../settings.queries.ts';

/** Settings of outgoing mail. */
export function MailSettingsScreen() {
  const { t } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useQuery(settingsQuery());
  const send = useSendTestMail();
  if (isPending) return <FormSkeleton count={6} />;
  if (!data) {
    return <ErrorState error={error} title={t('mail.failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <Stack gap="xl">
      {/* the outcome of a test with the previous settings is not that of the new ones */}
      <MailForm settings={data} onSaved={send.reset} />
      <TestMailForm settings={data} send={send} />
    </Stack>
  );
}
