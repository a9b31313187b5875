import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useOpenInvitation } from '../../enrollment/index.ts';

/** Says what to do before the user can sign in for the first time, or that an invitation has to be used. */
export function SetupNotice({ user }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const locale = useLocale();
  const isShown = !user.enrolled && user.is_active;
  const invitation = useOpenInvitation(user.id, { enabled: isShown });
  if (!isShown) return null;
  const name = personName(user);
  return invitation ? (
    <Callout tone="info" title={t('setup.invited_title', { name })} mb="lg">
      {t('setup.invited_text', { time: formatMinute(instantOf(invitation.expires_at), locale) })}
    </Callout>
  ) : (
    <Callout tone="warning" title={t('setup.title', { name })} mb="lg">
      {t('setup.text')}
    </Callout>
  );
}
