import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { securityKeysQuery } from '../security-keys.queries.ts';
import { SecurityKeyRows } from './security-key-rows.tsx';

/** Security keys and passkeys of a user, for administrators, who rename, restore and remove single ones. */
export function UserSecurityKeys({ username }: { username: string }) {
  const { t } = useTranslation('mfa');
  const hasOtherFactor = useQuery(securityKeysQuery(username)).data?.hasOtherFactor ?? false;
  const keys = useQuery({ ...securityKeysQuery(username), select: (all) => all.keys });
  return (
    <ListPanel
      title={t('key.title')}
      query={keys}
      failed={t('key.failed')}
      empty={{ icon: <IconFingerprint />, title: t('key.empty_title'), text: t('key.empty_text') }}
    >
      {(some) => <SecurityKeyRows username={username} keys={some} hasOtherFactor={hasOtherFactor} />}
    </ListPanel>
  );
}
