import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRotateToken } from '../gateways.queries.ts';

interface Props {
  locationId: number;
  /** Address of core in the token, instead of the configured one. */
  address: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Asks for confirmation and replaces the join token. */
export function RotateTokenDialog({ locationId, address, opened, onClose }: Props) {
  const { t } = useTranslation('gateways');
  const rotate = useRotateToken(locationId, address);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() =>
        rotate.mutate(undefined, {
          onSuccess: () => {
            onClose();
            toast.success(t('rotate.done'));
          },
          onError: showFailure,
        })
      }
      confirming={rotate.isPending}
      title={t('rotate.title')}
      consequences={<Text>{t('rotate.text')}</Text>}
      confirmLabel={t('rotate.action')}
    />
  );
}
