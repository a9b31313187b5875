import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaletteItems } from '../../ui/palette/palette-items.tsx';

/** Offers adding somebody in the palette while the screen is shown. */
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
