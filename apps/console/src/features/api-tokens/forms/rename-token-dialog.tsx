import { type ApiToken, NewApiToken } from '@gatewarden/contract/api-tokens';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { useRenameToken } from '../api-tokens.queries.ts';

const TokenName = NewApiToken.pick({ name: true });

interface Props {
  username: string;
  token: ApiToken;
  onClose: () => void;
}

export function RenameTokenDialog({ username, token, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  const rename = useRenameToken(username);
  return (
    <RenameDialog
      title={t('rename.title', { name: token.name })}
      label={t('field.name')}
      schema={TokenName}
      before={token.name}
      saved={t('rename.saved')}
      saving={rename.isPending}
      onSave={(name, outcome) => rename.mutate({ id: token.id, name }, outcome)}
      onClose={onClose}
    />
  );
}
