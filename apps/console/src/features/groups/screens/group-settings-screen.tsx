import { EditGroupForm } from '../forms/edit-group-form.tsx';
import { isLastAdminGroup } from '../group-removal.ts';
import { useGroup } from '../use-group.ts';

/** Name and rights of a group. */
export function GroupSettingsScreen() {
  const { group, groups } = useGroup();
  if (!group) return null;
  return <EditGroupForm key={group.id} group={group} isLastAdminGroup={isLastAdminGroup(group, groups)} />;
}
