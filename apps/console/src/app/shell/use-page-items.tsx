import { IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/auth/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import type { PaletteItem } from '../../ui/palette/palette-items.tsx';
import { navigationOf } from './navigation.ts';

/** All pages that the user can open, as palette items. */
export function usePageItems(): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { is_admin } = useMe();
  const essentials = useEssentials();
  const { navigation } = useExtensions();
  return useMemo(() => {
    const group = t('palette.pages');
    const profile: PaletteItem = {
      id: 'page:/me',
      label: t('shell.profile'),
      group,
      icon: <IconUser size="1.25rem" />,
      run: () => void navigate({ to: '/me' }),
    };
    const entries = is_admin ? navigationOf(navigation, essentials).flatMap(({ entries }) => entries) : [];
    const pages = entries.map(
      ({ to, label, icon: Icon }): PaletteItem => ({
        id: `page:${to}`,
        label: t(label),
        group,
        icon: <Icon size="1.25rem" />,
        run: () => void navigate({ to }),
      }),
    );
    return [...pages, profile];
  }, [t, navigate, is_admin, essentials, navigation]);
}
