import type { SnatBinding } from '@gatewarden/contract/snat';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteBinding } from '../snat.queries.ts';

interface Props {
  binding: SnatBinding;
  /** Name of the person. */
  person: string;
  onClose: () => void;
}

export function DeleteBindingDialog({ binding, person, onClose }: Props) {
  const { t } = useTranslation('snat');
  const remove = useDeleteBinding(binding.location_id);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(binding.user_id, {
          onSuccess: () => {
            toast.success(t('removed'));
            onClose();
          },
          onError: showFailure,
        })
      }
      title={t('remove_title', { person })}
      consequences={t('remove_text', { address: binding.public_ip })}
      confirmLabel={t('remove')}
      confirming={remove.isPending}
    />
  );
}
