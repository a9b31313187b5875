import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ApiTokenList } from '../../api-tokens/index.ts';
import { useMe } from '../../auth/index.ts';
import { AuthKeyList } from '../../auth-keys/index.ts';
import { YubikeyList } from '../../yubikeys/index.ts';

/** SSH and GPG keys, YubiKeys and API tokens of the signed-in user. */
export function MyKeysScreen() {
  const { t } = useTranslation('profile');
  const me = useMe();
  return (
    <>
      <PageHeader title={t('tab.keys')} />
      <AuthKeyList username={me.username} />
      <YubikeyList owner={me} />
      <ApiTokenList owner={me} />
    </>
  );
}
