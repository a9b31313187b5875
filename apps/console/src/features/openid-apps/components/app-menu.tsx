import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Menu } from '@mantine/core';
import { IconExternalLink, IconPower, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import type { AppAction } from './use-app-actions.tsx';

interface Props {
  app: OpenidApp;
  onAction: (action: AppAction) => void;
  variant?: 'plain' | 'outlined';
}

/** Actions for an application. */
export function AppMenu({ app: { name, enabled, start_url: start }, onAction, variant = 'plain' }: Props) {
  const { t } = useTranslation('openid-apps');
  return (
    <ActionsMenu label={t('list.menu', { app: name })} variant={variant}>
      {start !== '' && (
        <Menu.Item
          component="a"
          href={start}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size="1rem" />}
        >
          {t('action.open')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPower size="1rem" />} onClick={() => onAction(enabled ? 'disable' : 'enable')}>
        {t(enabled ? 'action.disable' : 'action.enable')}
      </Menu.Item>
      <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
        {t('action.delete')}
      </DangerItem>
    </ActionsMenu>
  );
}
