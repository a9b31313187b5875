import type { UserInfo } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { useExportUsers } from '../import/user-import.queries.ts';

interface Props {
  /** Users that match the filters. */
  shown: readonly UserInfo[];
  isFiltered: boolean;
}

/** Menu of the list: import and export of users. */
export function ListMenu({ shown, isFiltered }: Props) {
  const { t } = useTranslation('users');
  const download = useExportUsers();
  const ids = isFiltered ? shown.map(({ id }) => id) : undefined;
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
