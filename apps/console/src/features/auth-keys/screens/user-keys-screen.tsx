import { getRouteApi } from '@tanstack/react-router';
import { UserSecurityKeys } from '../../mfa/index.ts';
import { AuthKeyList } from '../components/auth-key-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username/keys');

/** Keys of a user, for administrators. */
export function UserKeysScreen() {
  const { username } = route.useParams();
  return (
    <>
      <AuthKeyList username={username} />
      <UserSecurityKeys username={username} />
    </>
  );
}
