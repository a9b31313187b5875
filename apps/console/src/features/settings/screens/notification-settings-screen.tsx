import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { canSendMails } from '../forms/mail.ts';
import { NotificationsForm } from '../forms/notifications-form.tsx';
import { settingsQuery } from '../settings.queries.ts';

/** Settings of mails to administrators. */
export function NotificationSettingsScreen() {
  const { t } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useQuery(settingsQuery());
  if (isPending) return <FormSkeleton count={3} />;
  if (!data) {
    return (
      <ErrorState
        error={error}
        title={t('notifications.failed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      {!canSendMails(data) && (
        <Callout
          tone="info"
          mb="md"
          action={
            <ButtonLink to="/settings/mail" variant="default">
              {t('notifications.set_up_mail')}
            </ButtonLink>
          }
        >
          {t('notifications.no_mail')}
        </Callout>
      )}
      <NotificationsForm settings={data} />
    </>
  );
}
