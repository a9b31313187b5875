import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { personName } from '../../lib/format/person-name.ts';
import { groupsQuery } from '../groups/index.ts';
import { locationsQuery } from '../locations/index.ts';
import { networkDevicesQuery } from '../network-devices/index.ts';
import { usersQuery } from '../users/index.ts';
import { aliasesQuery } from './access.queries.ts';
import type { AccessNames } from './describe-rule.ts';

/** Names of users, groups, locations, aliases and network devices; maps are empty until their list has loaded. */
export function useAccessNames(): AccessNames {
  const { data: users } = useQuery(usersQuery());
  const { data: groups } = useQuery(groupsQuery());
  const { data: locations } = useQuery(locationsQuery());
  const { data: aliases } = useQuery(aliasesQuery());
  const { data: devices } = useQuery(networkDevicesQuery());
  return useMemo(
    () => ({
      users: new Map((users ?? []).map((user) => [user.id, personName(user)])),
      groups: namesOf(groups),
      locations: namesOf(locations),
      aliases: namesOf(aliases),
      devices: namesOf(devices),
    }),
    [users, groups, locations, aliases, devices],
  );
}

function namesOf(items: readonly { readonly id: number; readonly name: string }[] = []): ReadonlyMap<number, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}
