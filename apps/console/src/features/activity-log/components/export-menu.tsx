import { exportActivity } from '@gatewarden/contract/calls';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadAddress } from '../../../lib/download-address.ts';
import { pathOf } from '../../../lib/path-of.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type PaletteItem, usePaletteItems } from '../../../ui/palette/palette-items.tsx';
import { type ActivityFilter, orderOf, queryOf } from '../filter.ts';

interface Props {
  filter: ActivityFilter;
  sort: string;
}

/** Exports all entries that match the filters. The browser downloads the file as a stream of any length. */
export function ExportMenu({ filter, sort }: Props) {
  const { t } = useTranslation(['activity-log', 'common']);
  const now = useNow();
  const { sort_by, sort_order } = orderOf(sort);
  const address = (format: 'csv' | 'json') =>
    pathOf(
      exportActivity,
      {},
      {
        format,
        ...queryOf(filter, now),
        ...(sort_by === 'timestamp' && { sort_order }),
      },
    );
  const [csv, json] = [address('csv'), address('json')];
  usePaletteItems(
    useMemo(() => {
      const toItem = (id: string, label: string, href: string): PaletteItem => ({
        id: `activity:${id}`,
        label,
        group: t('common:table.actions'),
        isAction: true,
        icon: <IconDownload size="1.25rem" />,
        run: () => downloadAddress(href),
      });
      return [toItem('csv', t('export.all_csv'), csv), toItem('json', t('export.all_json'), json)];
    }, [t, csv, json]),
  );
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size="1rem" aria-hidden />}>
          {t('export.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={csv} download>
          {t('export.csv')}
        </Menu.Item>
        <Menu.Item component="a" href={json} download>
          {t('export.json')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
