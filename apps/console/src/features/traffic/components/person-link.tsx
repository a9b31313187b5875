import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { TextLink } from '../../../ui/links.tsx';

/** Link to the page of the user, or a text for a network device, which has no owner. */
export function PersonLink({ user }: { user: UserInfo | undefined }) {
  const { t } = useTranslation('traffic');
  if (!user) return t('connected.network_device');
  return (
    <TextLink to="/users/$username" params={{ username: user.username }}>
      {personName(user)}
    </TextLink>
  );
}
