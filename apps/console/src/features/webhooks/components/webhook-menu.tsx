import type { Webhook } from '@gatewarden/contract/webhooks';
import { Menu } from '@mantine/core';
import { IconHistory, IconPlayerSkipForward, IconPower, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import type { WebhookAction } from './use-webhook-actions.tsx';

interface Props {
  webhook: Webhook;
  onAction: (action: WebhookAction) => void;
  variant?: 'plain' | 'outlined';
}

/** Actions for a webhook. */
export function WebhookMenu({ webhook: { description, enabled, state }, onAction, variant = 'plain' }: Props) {
  const { t } = useTranslation(['webhooks', 'delivery']);
  return (
    <ActionsMenu label={t('list.menu', { name: description })} variant={variant}>
      <Menu.Item leftSection={<IconPower size="1rem" />} onClick={() => onAction(enabled ? 'disable' : 'enable')}>
        {t(enabled ? 'delivery:action.disable' : 'delivery:action.enable')}
      </Menu.Item>
      <Menu.Item leftSection={<IconHistory size="1rem" />} onClick={() => onAction('replay')}>
        {t('delivery:action.replay')}
      </Menu.Item>
      {state.waiting > 0 && (
        <Menu.Item leftSection={<IconPlayerSkipForward size="1rem" />} onClick={() => onAction('skip')}>
          {t('delivery:action.skip')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
        {t('delete.action')}
      </DangerItem>
    </ActionsMenu>
  );
}
