import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Text } from '@mantine/core';
import { IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { toast } from '../../../ui/toast.tsx';
import { gatewayName } from '../gateway-facts.ts';
import { useDeleteGateway, useRevokeGateway } from '../gateways.queries.ts';

/** Actions of a gateway: revoke, and delete once it is disconnected. */
export function GatewayActions({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const [asking, setAsking] = useState<'revoke' | 'delete'>();
  const name = gatewayName(gateway);
  const removable = gateway.revoked || !gateway.connected;
  return (
    <>
      <ActionsMenu label={t('actions', { name })}>
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
      <Confirmation gateway={gateway} asking={asking} onClose={() => setAsking(undefined)} />
    </>
  );
}

interface ConfirmationProps {
  gateway: GatewayStatus;
  asking: 'revoke' | 'delete' | undefined;
  onClose: () => void;
}

function Confirmation({ gateway, asking, onClose }: ConfirmationProps) {
  const { t } = useTranslation('gateways');
  const revoke = useRevokeGateway(gateway.network_id);
  const remove = useDeleteGateway(gateway.network_id);
  const name = gatewayName(gateway);
  const confirm = (kind: 'revoke' | 'delete') =>
    (kind === 'revoke' ? revoke : remove).mutate(gateway.uid, {
      onSuccess: () => {
        onClose();
        toast.success(t(`${kind}.done`, { name }));
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
