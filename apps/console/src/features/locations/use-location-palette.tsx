import type { LocationInfo } from '@gatewarden/contract/locations';
import { IconMapPin, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaletteItem, usePaletteItems } from '../../ui/palette/palette-items.tsx';

/** Adds locations and the action to add one to the palette while mounted. */
export function useLocationPalette(locations: readonly LocationInfo[] | undefined): void {
  const { t } = useTranslation(['locations', 'common']);
  const navigate = useNavigate();
  const items = useMemo((): PaletteItem[] => {
    const add: PaletteItem = {
      id: 'location:new',
      label: t('add.action'),
      group: t('common:palette.actions'),
      icon: <IconPlus size="1.25rem" />,
      run: () => void navigate({ to: '/locations/new' }),
    };
    const each = (locations ?? []).map(
      ({ id, name, address }): PaletteItem => ({
        id: `location:${id}`,
        label: name,
        description: address.join(', '),
        group: t('title'),
        icon: <IconMapPin size="1.25rem" />,
        run: () => void navigate({ to: '/locations/$locationId', params: { locationId: String(id) } }),
      }),
    );
    return [...each, add];
  }, [locations, navigate, t]);
  usePaletteItems(items);
}
