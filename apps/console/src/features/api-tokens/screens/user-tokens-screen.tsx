import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { userQuery } from '../../users/index.ts';
import { ApiTokenList } from '../components/api-token-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username');

/** The API tokens of a person, for an administrator. */
export function UserTokensScreen() {
  const { username } = route.useParams();
  const { user } = useSuspenseQuery(userQuery(username)).data;
  return <ApiTokenList owner={user} />;
}
