import { type AuthKey, NewAuthKey } from '@gatewarden/contract/auth-keys';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { useRenameKey } from '../auth-keys.queries.ts';

const KeyName = NewAuthKey.pick({ name: true });

interface Props {
  username: string;
  authKey: AuthKey;
  onClose: () => void;
}

export function RenameKeyDialog({ username, authKey, onClose }: Props) {
  const { t } = useTranslation('auth-keys');
  const rename = useRenameKey(username);
  const before = authKey.name ?? '';
  return (
    <RenameDialog
      title={t('rename.title', { name: before })}
      label={t('field.name')}
      schema={KeyName}
      before={before}
      saved={t('rename.saved')}
      saving={rename.isPending}
      onSave={(name, outcome) => rename.mutate({ id: authKey.id, name }, outcome)}
      onClose={onClose}
    />
  );
}
