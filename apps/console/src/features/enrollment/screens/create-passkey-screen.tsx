import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { CardPage } from '../../../ui/card-page.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { KeyFailure } from '../../auth/index.ts';
import { NewRecoveryCodes } from '../../mfa/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { handOverQuery, useCreatePasskey } from '../create-passkey.queries.ts';

/**
 * Where people who enrol at an edge of another host create their passkey, which is bound to the host of the console. The
 * token is in the fragment.
 */
export function CreatePasskeyScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  return token === '' ? <LinkEnded /> : <HandOver key={token} token={token} />;
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  const { instance_name, main_logo_url } = useEssentials();
  return (
    <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} title={title}>
      {children}
    </CardPage>
  );
}

interface HandOverProps {
  token: string;
}

function HandOver({ token }: HandOverProps) {
  const { t } = useTranslation('enrollment');
  const opened = useQuery(handOverQuery(token));
  if (isApiError(opened.error, 'passkey_link_ended')) return <LinkEnded />;
  if (opened.data) return <CreatePasskey token={token} opened={opened.data} />;
  return (
    <Page title={t('create_passkey.title')}>
      {opened.isPending ? (
        <FormSkeleton count={2} />
      ) : (
        <ErrorState error={opened.error} onRetry={() => void opened.refetch()} retrying={opened.isFetching} />
      )}
    </Page>
  );
}

interface CreateProps extends HandOverProps {
  opened: { first_name: string; last_name: string; username: string; return_url: string };
}

function CreatePasskey({ token, opened }: CreateProps) {
  const { username, return_url } = opened;
  const { t } = useTranslation(['enrollment', 'mfa']);
  const create = useCreatePasskey(token);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    // in the fragment, which browsers send to no server
    window.location.assign(create.data ? `${return_url}#${create.data.continuation}` : return_url);
  };
  if (create.data) {
    return (
      <Page title={t('mfa:codes.title')}>
        <NewRecoveryCodes
          codes={create.data.codes}
          done={t('create_passkey.done')}
          note={t('create_passkey.codes')}
          continueLabel={t('create_passkey.continue')}
          continuing={isLeaving}
          onDone={leave}
        />
      </Page>
    );
  }
  if (isApiError(create.error, 'passkey_link_ended')) return <LinkEnded />;
  return (
    <Page title={t('create_passkey.title')}>
      <Text>{t('create_passkey.text')}</Text>
      <FactList
        facts={[
          { label: t('create_passkey.name'), value: personName(opened) },
          { label: t('create_passkey.username'), value: username },
        ]}
      />
      {create.isError && <KeyFailure error={create.error} />}
      <DialogActions>
        <Button variant="default" onClick={leave} disabled={create.isPending} loading={isLeaving}>
          {t('create_passkey.back')}
        </Button>
        <Button
          loading={create.isPending}
          disabled={isLeaving}
          onClick={() => create.mutate(t('create_passkey.passkey'))}
        >
          {t('create_passkey.submit')}
        </Button>
      </DialogActions>
    </Page>
  );
}

/** Nothing can be created here, so the page has another heading. */
function LinkEnded() {
  const { t } = useTranslation('enrollment');
  return (
    <Page title={t('create_passkey.ended_title')}>
      <Text role="alert" c="dimmed">
        {t('create_passkey.ended_text')}
      </Text>
      <Button variant="default" component={Link} to="/sign-in">
        {t('create_passkey.sign_in')}
      </Button>
    </Page>
  );
}
