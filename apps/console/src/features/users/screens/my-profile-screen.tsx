import { useTranslation } from 'react-i18next';
import { FactList } from '../../../ui/fact-list.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useMe } from '../../auth/index.ts';
import { DeviceList } from '../../devices/index.ts';

/** The reader's own account. */
export function MyProfileScreen() {
  const { t } = useTranslation('users');
  const me = useMe();
  return (
    <>
      <PageHeader title={t('profile.title')} state={`${me.first_name} ${me.last_name}`} />
      <DeviceList username={me.username} addTo="/me/devices/new" />
      <FactList
        facts={[
          { label: t('field.username'), value: me.username, copy: me.username },
          { label: t('field.email'), value: me.email, copy: me.email },
          { label: t('field.phone'), value: me.phone },
          { label: t('field.groups'), value: me.groups.join(', ') },
        ]}
      />
    </>
  );
}
