import { getRouteApi } from '@tanstack/react-router';
import { SessionList } from '../components/session-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username');

/** Sessions of a user, for administrators. */
export function UserSessionsScreen() {
  const { username } = route.useParams();
  return <SessionList username={username} />;
}
