import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Synchronization } from '../components/synchronization.tsx';
import { syncStatusQuery } from '../directory-sync.queries.ts';

const route = getRouteApi('/signed-in/admin/settings/directory/$source');

/** The synchronization with one directory: LDAP, or that of an OpenID provider. */
export function SourceScreen() {
  const { t } = useTranslation('directory-sync');
  const { source } = route.useParams();
  const { data, error } = useQuery(syncStatusQuery(source));
  if (isApiError(error, 'directory_source_not_found')) return <SourceNotFound />;
  const settings = source === 'ldap' ? '/settings/ldap' : '/settings/openid';
  return (
    <>
      <PageHeader title={data?.name ?? t('title')} above={[{ label: t('title'), to: '/settings/directory' }]} />
      <Synchronization
        source={source}
        empty={
          <EmptyState
            icon={<IconAddressBook />}
            title={t('empty_title')}
            text={t('empty_source_text')}
            action={<TextLink to={settings}>{t('open_settings')}</TextLink>}
          />
        }
      />
    </>
  );
}

function SourceNotFound() {
  const { t } = useTranslation('directory-sync');
  return (
    <NotFoundState
      icon={<IconAddressBook />}
      title={t('source_none.title')}
      text={t('source_none.text')}
      list={{ to: '/settings/directory' }}
      listLabel={t('run_none.back')}
    />
  );
}
