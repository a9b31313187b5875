import type { UserInfo } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import { IconKey, IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';

export type UserAction = 'password' | 'disable' | 'enable' | 'delete';

interface Props {
  user: UserInfo;
  /** The button that opens it. */
  children: ReactNode;
  /** Leads to the person's page too. */
  withEdit?: boolean;
  onAction: (action: UserAction) => void;
}

/** What an administrator can do with a person. Nobody is offered to disable or delete the own account. */
export function UserMenu({ user, children, withEdit = false, onAction }: Props) {
  const { t } = useTranslation('users');
  const isSelf = useMe().id === user.id;
  const Status = user.is_active ? IconUserOff : IconUserCheck;
  return (
    <Menu>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {withEdit && (
          <MenuLink to="/users/$username" params={{ username: user.username }} leftSection={<IconPencil size="1rem" />}>
            {t('action.edit')}
          </MenuLink>
        )}
        <Menu.Item leftSection={<IconKey size="1rem" />} onClick={() => onAction('password')}>
          {t('action.password')}
        </Menu.Item>
        {!isSelf && (
          <>
            <Menu.Item
              leftSection={<Status size="1rem" />}
              onClick={() => onAction(user.is_active ? 'disable' : 'enable')}
            >
              {user.is_active ? t('action.disable') : t('action.enable')}
            </Menu.Item>
            <Menu.Divider />
            <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
              {t('action.delete')}
            </DangerItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
