import { SecurityKeyName } from '@gatewarden/contract/security-keys';
import type { SecurityKey } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { useRenameSecurityKey } from '../security-keys.queries.ts';

interface Props {
  username: string;
  securityKey: SecurityKey;
  onClose: () => void;
}

export function RenameSecurityKeyDialog({ username, securityKey: { id, name: before }, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const rename = useRenameSecurityKey(username);
  return (
    <RenameDialog
      title={t('key.rename_title', { name: before })}
      label={t('key.name')}
      schema={SecurityKeyName}
      before={before}
      saved={t('key.renamed')}
      saving={rename.isPending}
      onSave={(name, outcome) => rename.mutate({ id, name }, outcome)}
      onClose={onClose}
    />
  );
}
