import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { UserDetailsForm } from './user-details-form.tsx';

interface Props {
  user: UserInfo;
  /** Asks for confirmation first if there are changes. */
  onClose: () => void;
  onSaved: (username: string) => void;
}

/** Names and addresses of a user, above the page of the user. */
export function EditUserDialog({ user, onClose, onSaved }: Props) {
  const { t } = useTranslation('users');
  return (
    <FormDialog onClose={onClose} title={t('details.edit', { name: personName(user) })} fillsPhone>
      <UserDetailsForm user={user} onSaved={onSaved} onCancel={onClose} />
    </FormDialog>
  );
}
