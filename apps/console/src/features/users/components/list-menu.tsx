import type { UserInfo } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { type PaletteItem, usePaletteItems } from '../../../ui/palette/palette-items.tsx';
import { useExportUsers } from '../import/user-import.queries.ts';

interface Props {
  /** Users that match the filters. */
  shown: readonly UserInfo[];
  isFiltered: boolean;
}

const none: readonly PaletteItem[] = [];

/** Menu of the list: import and export of users. */
export function ListMenu({ shown, isFiltered }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const download = useExportUsers();
  const ids = useMemo(() => (isFiltered ? shown.map(({ id }) => id) : undefined), [isFiltered, shown]);
  const number = shown.length;
  const { mutate: save } = download;
  const items = useMemo(
    () => [
      {
        id: 'users:export',
        label: t('export.action', { count: number }),
        group: t('common:table.actions'),
        isAction: true,
        icon: <IconDownload size="1.25rem" />,
        run: () => save(ids, { onError: showFailure }),
      },
    ],
    // the ids are of the rows shown
    [t, number, save, ids],
  );
  usePaletteItems(number > 0 ? items : none);
  return (
    <ActionsMenu label={t('list.more')} variant="outlined">
      <MenuLink to="/import/users" leftSection={<IconUpload size="1rem" />}>
        {t('import.action')}
      </MenuLink>
      <Menu.Item
        leftSection={<IconDownload size="1rem" />}
        disabled={shown.length === 0}
        onClick={() => download.mutate(ids, { onError: showFailure })}
      >
        {t('export.action', { count: shown.length })}
      </Menu.Item>
    </ActionsMenu>
  );
}
