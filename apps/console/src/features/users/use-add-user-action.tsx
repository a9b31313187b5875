import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaletteItems } from '../../ui/palette/palette-items.tsx';

/** Adds the action to add a user to the palette while mounted. */
export function useAddUserAction(): void {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const items = useMemo(
    () => [
      {
        id: 'user:new',
        label: t('add.action'),
        group: t('common:palette.actions'),
        icon: <IconPlus size="1.25rem" />,
        run: () => void navigate({ to: '/users', search: { add: true } }),
      },
    ],
    [navigate, t],
  );
  usePaletteItems(items);
}
