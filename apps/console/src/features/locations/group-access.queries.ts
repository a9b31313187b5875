import { getLocation, updateLocation } from '@gatewarden/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { toForm, toRequest } from './forms/location-form.ts';

interface GroupAccess {
  group: string;
  locationIds: readonly number[];
  /** Whether the group is added to the groups of the locations, or removed from them. */
  isAllowed: boolean;
}

/**
 * Adds a group to the groups of locations, or removes it; all else remains as it is now, not as the page knows it. Fails
 * only if no location was changed. Returns the ids of the locations that have the requested access.
 */
export function useSetGroupAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    removesCaller: true,
    mutationFn: async ({ group, locationIds, isAllowed }: GroupAccess) => {
      const done: number[] = [];
      let failure: unknown;
      for (const id of locationIds) {
        try {
          if (await setGroupAccess(id, group, isAllowed)) done.push(id);
        } catch (error) {
          failure = error;
          break;
        }
      }
      if (failure !== undefined && done.length === 0) throw failure;
      return done;
    },
    onSuccess: () => {
      for (const topic of ['groups', 'locations', 'devices']) void queryClient.invalidateQueries({ queryKey: [topic] });
    },
  });
}

/**
 * Returns false if the location is left as it is, because the change would open it to all users or close it to those who
 * are not in the group: it must not happen as a side effect.
 */
async function setGroupAccess(id: number, group: string, isAllowed: boolean): Promise<boolean> {
  const location = await call(getLocation, { params: { id } });
  const groups = location.allowed_groups;
  if (groups.includes(group) === isAllowed) return true;
  const changed = isAllowed ? [...groups, group] : groups.filter((name) => name !== group);
  if (groups.length === 0 || changed.length === 0) return false;
  const body = toRequest(toForm({ ...location, allowed_groups: changed }));
  await call(updateLocation, { params: { id }, body });
  return true;
}
