import type { SnatBinding } from '@gatewarden/contract/snat';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
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
    <ConfirmMutation
      onClose={onClose}
      mutation={remove}
      variables={binding.user_id}
      done={t('removed')}
      title={t('remove_title', { person })}
      consequences={t('remove_text', { address: binding.public_ip })}
      confirmLabel={t('remove')}
    />
  );
}
