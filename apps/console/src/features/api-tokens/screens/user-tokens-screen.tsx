import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { userQuery } from '../../users/index.ts';
import { ApiTokenList } from '../components/api-token-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username');

/** API tokens of a user, for administrators. */
export function UserTokensScreen() {
  const { username } = route.useParams();
  const { user } = useSuspenseQuery(userQuery(username)).data;
  return <ApiTokenList owner={user} />;
}
