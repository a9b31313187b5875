import { getRouteApi } from '@tanstack/react-router';
import { SessionList } from '../components/session-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username');

/** Where a person is signed in, for administrators. */
export function UserSessionsScreen() {
  const { username } = route.useParams();
  return <SessionList username={username} />;
}
