import type { GroupInfo } from '@gatewarden/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { groupsQuery } from './groups.queries.ts';

const route = getRouteApi('/signed-in/admin/groups/$groupId');

/** The group of the page; the frame shows why there is none. */
export function useGroup(): { group: GroupInfo | undefined; groups: readonly GroupInfo[] } {
  const { groupId } = route.useParams();
  const { data: groups = [] } = useQuery(groupsQuery());
  return { group: groups.find(({ id }) => String(id) === groupId), groups };
}
