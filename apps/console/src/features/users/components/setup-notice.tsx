import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { Callout } from '../../../ui/callout.tsx';

/** Says what to do before the user can sign in for the first time. */
export function SetupNotice({ user }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  if (user.enrolled || !user.is_active) return null;
  return (
    <Callout tone="warning" title={t('setup.title', { name: personName(user) })} mb="lg">
      {t('setup.text')}
    </Callout>
  );
}
