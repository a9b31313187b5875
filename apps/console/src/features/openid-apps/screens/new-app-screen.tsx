import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NewSecretDialog } from '../components/new-secret-dialog.tsx';
import { NewAppForm } from '../forms/new-app-form.tsx';
import { useAddApp } from '../openid-apps.queries.ts';

/** Adds an application, shows its secret once, and opens its page. */
export function NewAppScreen() {
  const { t } = useTranslation('openid-apps');
  const navigate = useNavigate();
  const add = useAddApp();
  const open = (clientId: string) =>
    void navigate({ to: '/applications/$clientId', params: { clientId }, ignoreBlocker: true, replace: true });
  return (
    <>
      <PageHeader title={t('add.action')} above={[{ label: t('title'), to: '/applications' }]} />
      <NewAppForm
        add={add}
        onAdded={({ client_id: clientId, client_secret: secret, name }) => {
          toast.success(t('add.done', { app: name }));
          if (secret === '') open(clientId);
        }}
        onCancel={() => void navigate({ to: '/applications' })}
      />
      {add.data && add.data.client_secret !== '' && (
        <NewSecretDialog app={add.data} secret={add.data.client_secret} onDone={() => open(add.data.client_id)} />
      )}
    </>
  );
}
