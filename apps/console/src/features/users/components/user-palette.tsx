import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { type PaletteItem, usePaletteItems } from '../../../ui/palette/palette-items.tsx';
import { usersQuery } from '../users.queries.ts';

/** Adds every user to the command palette. */
export function UserPalette() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: users } = useQuery(usersQuery());
  const items = useMemo(() => {
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
  usePaletteItems(items);
  return null;
}
