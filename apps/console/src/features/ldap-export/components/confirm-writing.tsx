import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ldapExportQuery } from '../ldap-export.queries.ts';

interface Props {
  /** Address of the directory. */
  address: string;
  target: 'all' | 'users' | 'groups';
  /** Names of groups: only they and their members are written; empty for all. */
  groups: readonly string[];
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before this instance writes its accounts and groups to the directory, with their numbers. */
export function ConfirmWriting({ address, target, groups, saving, onConfirm, onClose }: Props) {
  const { t } = useTranslation('ldap-export');
  const { data } = useQuery(ldapExportQuery());
  const managed = data ? data.managed_users + data.managed_groups : 0;
  return (
    <ConfirmDialog
      opened
      title={t('start.title')}
      consequences={
        <List spacing="xs">
          {groups.length > 0 ? (
            <List.Item>{t(`start.limited_${target}`, { count: groups.length, address })}</List.Item>
          ) : (
            data && (
              <List.Item>
                {t(`start.${target}`, { users: data.local_users, groups: data.local_groups, address })}
              </List.Item>
            )
          )}
          <List.Item>{t('start.existing')}</List.Item>
          {target !== 'groups' && <List.Item>{t('start.passwords')}</List.Item>}
          {managed > 0 && <List.Item>{t('start.managed', { count: managed })}</List.Item>}
        </List>
      }
      confirmLabel={t('start.confirm')}
      danger={false}
      confirming={saving}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
