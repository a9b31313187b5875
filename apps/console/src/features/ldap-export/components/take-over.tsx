import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useTakeOver } from '../ldap-export.queries.ts';

interface Props {
  users: number;
  groups: number;
  onClose: () => void;
}

/** Asks before this instance manages what came from the directory. */
export function TakeOver({ users, groups, onClose }: Props) {
  const { t } = useTranslation('ldap-export');
  return (
    <ConfirmMutation
      title={t('take_over.title')}
      consequences={t('take_over.text', { users, groups })}
      confirmLabel={t('take_over.confirm')}
      mutation={useTakeOver()}
      variables={undefined}
      done={t('take_over.done')}
      onClose={onClose}
    />
  );
}
