import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { TextLink } from '../../../ui/links.tsx';

/** To the person's page; a network device is nobody's and says so. */
export function PersonLink({ user }: { user: UserInfo | undefined }) {
  const { t } = useTranslation('traffic');
  if (!user) return t('connected.network_device');
  return (
    <TextLink to="/users/$username" params={{ username: user.username }}>
      {personName(user)}
    </TextLink>
  );
}
