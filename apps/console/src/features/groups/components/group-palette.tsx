import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaletteItem, usePaletteItems } from '../../../ui/palette/palette-items.tsx';
import { groupsQuery } from '../groups.queries.ts';

/** Adds every group to the command palette. */
export function GroupPalette() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: groups } = useQuery(groupsQuery());
  const items = useMemo(() => {
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
  usePaletteItems(items);
  return null;
}
