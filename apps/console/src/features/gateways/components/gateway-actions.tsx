import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Menu, Text } from '@mantine/core';
import { IconEye, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { toast } from '../../../ui/toast.tsx';
import { gatewayName } from '../gateway-facts.ts';
import { useDeleteGateway, useRevokeGateway } from '../gateways.queries.ts';

interface Props {
  gateway: GatewayStatus;
  /** Shows the summary beside the list. */
  onPeek?: (() => void) | undefined;
  inPageHeader?: boolean;
  onDeleted?: () => void;
}

/** Actions of a gateway: revoke, and delete once it is disconnected. */
export function GatewayActions({ gateway, onPeek, inPageHeader = false, onDeleted }: Props) {
  const { t } = useTranslation(['gateways', 'common']);
  const [asking, setAsking] = useState<'revoke' | 'delete'>();
  const name = gatewayName(gateway);
  const removable = gateway.revoked || !gateway.connected;
  return (
    <>
      <ActionsMenu label={t('actions', { name })} variant={inPageHeader ? 'outlined' : 'plain'}>
        {onPeek && (
          <Menu.Item leftSection={<IconEye size="1rem" />} onClick={onPeek}>
            {t('common:peek.show')}
          </Menu.Item>
        )}
        {!gateway.revoked && (
          <DangerItem leftSection={<IconPlugConnectedX size="1rem" />} onClick={() => setAsking('revoke')}>
            {t('revoke.action')}
          </DangerItem>
        )}
        {removable && (
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => setAsking('delete')}>
            {t('delete.action')}
          </DangerItem>
        )}
      </ActionsMenu>
      <Confirmation gateway={gateway} asking={asking} onClose={() => setAsking(undefined)} onDeleted={onDeleted} />
    </>
  );
}

interface ConfirmationProps {
  gateway: GatewayStatus;
  asking: 'revoke' | 'delete' | undefined;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}

function Confirmation({ gateway, asking, onClose, onDeleted }: ConfirmationProps) {
  const { t } = useTranslation('gateways');
  const revoke = useRevokeGateway(gateway.network_id);
  const remove = useDeleteGateway(gateway.network_id);
  const name = gatewayName(gateway);
  const confirm = (kind: 'revoke' | 'delete') =>
    (kind === 'revoke' ? revoke : remove).mutate(gateway.uid, {
      onSuccess: () => {
        onClose();
        toast.success(t(`${kind}.done`, { name }));
        if (kind === 'delete') onDeleted?.();
      },
      onError: showFailure,
    });
  return (['revoke', 'delete'] as const).map((kind) => (
    <ConfirmDialog
      key={kind}
      opened={asking === kind}
      onClose={onClose}
      onConfirm={() => confirm(kind)}
      confirming={revoke.isPending || remove.isPending}
      title={t(`${kind}.title`, { name })}
      consequences={<Text>{t(`${kind}.text`)}</Text>}
      confirmLabel={t(`${kind}.action`)}
    />
  ));
}
