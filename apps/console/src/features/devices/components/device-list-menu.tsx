import type { ListedDevice } from '@gatewarden/contract/traffic';
import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../lib/download-text.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { type PaletteItem, usePaletteItems } from '../../../ui/palette/palette-items.tsx';
import type { LocationNames } from './device-cells.tsx';

interface Props {
  /** Devices that match the filters. */
  shown: readonly ListedDevice[];
  names: LocationNames;
}

const none: readonly PaletteItem[] = [];

/** Menu of the list: export of what is shown. */
export function DeviceListMenu({ shown, names }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const items = useMemo(
    () => [
      {
        id: 'devices:export',
        label: t('all.export', { count: shown.length }),
        group: t('common:table.actions'),
        isAction: true,
        icon: <IconDownload size="1.25rem" />,
        run: () => void save(shown, names),
      },
    ],
    [t, shown, names],
  );
  usePaletteItems(shown.length > 0 ? items : none);
  return (
    <ActionsMenu label={t('all.more')} variant="outlined">
      <Menu.Item
        leftSection={<IconDownload size="1rem" />}
        disabled={shown.length === 0}
        onClick={() => void save(shown, names)}
      >
        {t('all.export', { count: shown.length })}
      </Menu.Item>
    </ActionsMenu>
  );
}

async function save(devices: readonly ListedDevice[], names: LocationNames): Promise<void> {
  try {
    const { devicesCsv } = await import('../devices-csv.ts');
    // spreadsheets need the byte order mark to recognize UTF-8
    downloadText('devices.csv', `\uFEFF${devicesCsv(devices, names)}`);
  } catch (error) {
    showFailure(error);
  }
}
