import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AuthKeyList } from '../../auth-keys/index.ts';
import { UserSecurityKeys } from '../../mfa/index.ts';
import { userQuery } from '../../users/index.ts';
import { YubikeyList } from '../../yubikeys/index.ts';
import { ApiTokenList } from '../components/api-token-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username');

/** SSH, GPG and security keys, YubiKeys and API tokens of a user, for administrators. */
export function UserKeysScreen() {
  const { username } = route.useParams();
  const { user } = useSuspenseQuery(userQuery(username)).data;
  return (
    <>
      <AuthKeyList username={username} />
      <YubikeyList owner={user} />
      <UserSecurityKeys username={username} />
      <ApiTokenList owner={user} />
    </>
  );
}
