import { Button, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type AuthorizedApp, authorizedAppsQuery, useRemoveAuthorizedApp } from '../openid-apps.queries.ts';

/** Applications that use an account: what they receive, since when, and a button that ends their access. */
export function AuthorizedApps({ username }: { username: string }) {
  const { t } = useTranslation('openid-apps');
  const apps = useQuery(authorizedAppsQuery(username));
  const [removed, setRemoved] = useState<AuthorizedApp>();
  return (
    <>
      <ListPanel
        title={t('authorized.title')}
        text={t('authorized.text')}
        query={apps}
        failed={t('authorized.failed')}
        empty={{ icon: <IconApps />, title: t('authorized.empty_title'), text: t('authorized.empty_text') }}
      >
        {(some) => (
          <RowList>
            {some.map((app) => (
              <AppRow key={app.id} app={app} onRemove={() => setRemoved(app)} />
            ))}
          </RowList>
        )}
      </ListPanel>
      {removed && <RemoveAccessDialog username={username} app={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function AppRow({ app, onRemove }: { app: AuthorizedApp; onRemove: () => void }) {
  const { t } = useTranslation('openid-apps');
  const { name, scope, date, last_used_at: usedAt } = app;
  return (
    <Row
      name={name}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('authorized.revoke_of', { app: name })}
          onClick={onRemove}
        >
          {t('authorized.revoke')}
        </Button>
      }
    >
      <Text size="sm">{scope.map((one) => t(`scope_short.${one}`)).join(' · ')}</Text>
      <RowFacts>
        <span>
          {t('authorized.since')} <RelativeTime at={date} />
        </span>
        <span>
          {t('field.last_used')} <RelativeTime at={usedAt} />
        </span>
      </RowFacts>
    </Row>
  );
}

interface DialogProps {
  username: string;
  app: AuthorizedApp;
  onClose: () => void;
}

function RemoveAccessDialog({ username, app: { id, name }, onClose }: DialogProps) {
  const { t } = useTranslation('openid-apps');
  const remove = useRemoveAuthorizedApp(username);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('authorized.revoke_title', { app: name })}
      consequences={<Text>{t('authorized.revoke_text')}</Text>}
      confirmLabel={t('authorized.revoke')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toast.success(t('authorized.revoked', { app: name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
