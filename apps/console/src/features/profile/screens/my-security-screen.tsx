import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useMe } from '../../auth/index.ts';
import { SignOutEverywhere } from '../../emergency-stop/index.ts';
import { LinkedSignIns } from '../../identity-providers/index.ts';
import { SecondFactors } from '../../mfa/index.ts';
import { SessionList } from '../../sessions/index.ts';
import { OwnPassword } from '../components/own-password.tsx';

/** How the signed-in user signs in, and where. */
export function MySecurityScreen() {
  const { t } = useTranslation('profile');
  const { username } = useMe();
  return (
    <>
      <PageHeader title={t('tab.security')} />
      <SecondFactors />
      <OwnPassword />
      <LinkedSignIns username={username} />
      <SessionList username={username} />
      <SignOutEverywhere username={username} />
    </>
  );
}
