import { Stack } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { LdapExport } from '../../ldap-export/index.ts';
import { OtherDirectories } from '../components/other-directories.tsx';
import { Synchronization } from '../components/synchronization.tsx';
import { useHasFailedDirectory } from '../directory-sync.queries.ts';

/** Whether accounts come from LDAP, the last runs, and links to the other directories; these first if one has failed. */
export function SyncScreen() {
  const { t } = useTranslation('directory-sync');
  const hasFailed = useHasFailedDirectory();
  return (
    <Stack gap="xl">
      {hasFailed && <OtherDirectories />}
      <LdapExport />
      <Synchronization
        source="ldap"
        empty={
          <EmptyState
            icon={<IconAddressBook />}
            title={t('empty_ldap_title')}
            text={t('empty_text')}
            action={<TextLink to="/settings/ldap">{t('set_up')}</TextLink>}
          />
        }
      />
      {!hasFailed && <OtherDirectories />}
    </Stack>
  );
}
