import type { UserInfo } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkAction } from './bulk-actions.ts';

interface Props {
  users: readonly UserInfo[];
  onAction: (action: BulkAction) => void;
}

/** Actions for the selected users; actions without effect are hidden. */
export function BulkButtons({ users, onAction }: Props) {
  const { t } = useTranslation('users');
  return (
    <>
      {users.some((user) => !user.is_active) && (
        <Button variant="default" size="xs" onClick={() => onAction('enable')}>
          {t('many.enable')}
        </Button>
      )}
      {users.some((user) => user.is_active) && (
        <Button variant="default" size="xs" onClick={() => onAction('disable')}>
          {t('many.disable')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => onAction('groups')}>
        {t('many.groups')}
      </Button>
      {users.some((user) => user.is_active && !user.has_password) && (
        <Button variant="default" size="xs" onClick={() => onAction('invite')}>
          {t('many.invite')}
        </Button>
      )}
      <Button variant="light" color="red" size="xs" onClick={() => onAction('delete')}>
        {t('many.delete')}
      </Button>
    </>
  );
}
