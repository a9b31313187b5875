import { exportActivity } from '@gatewarden/contract/calls';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../../lib/path-of.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type ActivityFilter, orderOf, queryOf } from '../filter.ts';

interface Props {
  filter: ActivityFilter;
  sort: string;
}

/** All that the filters let through, as a file; the browser fetches it as it is written, however long it is. */
export function ExportMenu({ filter, sort }: Props) {
  const { t } = useTranslation('activity-log');
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
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size="1rem" aria-hidden />}>
          {t('export.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address('csv')} download>
          {t('export.csv')}
        </Menu.Item>
        <Menu.Item component="a" href={address('json')} download>
          {t('export.json')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
