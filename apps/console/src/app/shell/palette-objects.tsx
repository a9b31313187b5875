import { IconUser, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { groupsQuery } from '../../features/groups/index.ts';
import { locationsQuery, useLocationPalette } from '../../features/locations/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { usersQuery } from '../../features/users/index.ts';
import { personName } from '../../lib/format/person-name.ts';
import { type PaletteItem, usePaletteItems } from '../../ui/palette/palette-items.tsx';

/** Puts every location, group and person into the palette while it is open. Only administrators may ask for them. */
export function PaletteObjects() {
  const { wireguard_enabled } = useEssentials();
  const { data: locations } = useQuery({ ...locationsQuery(), enabled: wireguard_enabled });
  useLocationPalette(locations);
  usePaletteItems(useGroupItems());
  usePaletteItems(useUserItems());
  return null;
}

function useUserItems(): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: users } = useQuery(usersQuery());
  return useMemo(() => {
    const group = t('navigation.users');
    const icon = <IconUser size="1.25rem" />;
    return (users ?? []).map(
      (user): PaletteItem => ({
        id: `user:${user.username}`,
        label: personName(user),
        description: user.username,
        keywords: [user.email],
        group,
        icon,
        run: () => void navigate({ to: '/users/$username', params: { username: user.username } }),
      }),
    );
  }, [users, t, navigate]);
}

function useGroupItems(): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: groups } = useQuery(groupsQuery());
  return useMemo(() => {
    const group = t('navigation.groups');
    const icon = <IconUsersGroup size="1.25rem" />;
    return (groups ?? []).map(
      ({ id, name }): PaletteItem => ({
        id: `group:${id}`,
        label: name,
        group,
        icon,
        run: () => void navigate({ to: '/groups/$groupId', params: { groupId: String(id) } }),
      }),
    );
  }, [groups, t, navigate]);
}
