import { getRouteApi } from '@tanstack/react-router';
import { UserSummary } from '../components/user-summary.tsx';

const route = getRouteApi('/signed-in/admin/users/$username');

/** What matters about a user, below the header of the page. */
export function UserOverviewScreen() {
  const { username } = route.useParams();
  return <UserSummary username={username} belowHeader />;
}
