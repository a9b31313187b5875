import type { AccessPreview } from '@gatewarden/contract/locations';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { AccessChangeList } from './access-change-list.tsx';

interface Props {
  /** Of the location. */
  name: string;
  change: AccessPreview;
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before people lose a location, with their number and that of their devices. */
export function AccessChangeDialog({ name, change, saving, onConfirm, onClose }: Props) {
  const { t } = useTranslation('locations');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      confirming={saving}
      title={t('access_change.title', { name })}
      confirmLabel={t('access_change.action')}
      consequences={<AccessChangeList change={change} />}
    />
  );
}
