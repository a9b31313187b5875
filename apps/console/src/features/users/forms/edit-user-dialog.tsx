import type { UserInfo } from '@gatewarden/contract/users';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { screens } from '../../../ui/theme/screen-sizes.ts';
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
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('details.edit', { name: personName(user) })}
      fullScreen={onPhone}
      closeOnClickOutside={false}
    >
      <UserDetailsForm user={user} onSaved={onSaved} onCancel={onClose} />
    </Modal>
  );
}
