import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { getUser } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { IconKey, IconPencil, IconPlus, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useOpenInvitation } from '../../enrollment/index.ts';
import { useEssentials, useListensForClients } from '../../settings/index.ts';
import { nextStepOf } from '../next-step.ts';
import { LastSignIn } from './last-sign-in.tsx';
import { PersonState } from './person-state.tsx';
import { SecondFactorFact } from './second-factor-fact.tsx';
import { type UserAction, UserMenu } from './user-menu.tsx';

interface Props {
  details: ResponseOf<typeof getUser>;
  onEdit: () => void;
  onAction: (action: UserAction) => void;
}

/** Header of the page of a user: who it is, the facts that matter, and what the person needs next. */
export function UserHeader({ details, onEdit, onAction }: Props) {
  const { t } = useTranslation(['users', 'mfa']);
  const { user } = details;
  return (
    <PageHeader
      above={[{ label: t('list.title'), to: '/users' }]}
      icon={<Avatar name={personName(user)} size="lg" />}
      title={personName(user)}
      state={<PersonState user={user} />}
      facts={[
        { label: t('field.role'), value: user.is_admin ? t('administrator') : t('role.user') },
        { label: t('second_factor'), value: <SecondFactorFact user={user} /> },
        { label: t('field.last_sign_in'), value: <LastSignIn username={user.username} /> },
      ]}
      actions={
        <>
          <UserMenu user={user} inPageHeader onAction={onAction} />
          <Button variant="default" data-compact leftSection={<IconPencil size="1rem" />} onClick={onEdit}>
            {t('action.edit')}
          </Button>
          <NextStep details={details} onAction={onAction} />
        </>
      }
    />
  );
}

/** The primary action of the page: what the person needs next. */
function NextStep({ details: { user, devices }, onAction }: Pick<Props, 'details' | 'onAction'>) {
  const { t } = useTranslation('users');
  const { wireguard_enabled: hasVpn } = useEssentials();
  const canEnroll = useListensForClients();
  const invitation = useOpenInvitation(user.id, { enabled: user.is_active && !user.enrolled });
  switch (nextStepOf({ user, devices, hasVpn })) {
    case 'enable':
      return (
        <Button leftSection={<IconUserCheck size="1rem" />} onClick={() => onAction('enable')}>
          {t('action.enable')}
        </Button>
      );
    case 'password':
      return canEnroll && user.managed_by !== 'ldap' ? (
        <Button
          // the person has a link already
          variant={invitation ? 'default' : 'filled'}
          leftSection={<IconUserPlus size="1rem" />}
          onClick={() => onAction('start-enrollment')}
        >
          {t(invitation ? 'action.another_link' : 'action.start_enrollment')}
        </Button>
      ) : (
        <Button leftSection={<IconKey size="1rem" />} onClick={() => onAction('password')}>
          {t('action.own_password')}
        </Button>
      );
    case 'device':
      return (
        <ButtonLink
          to="/users/$username/devices/new"
          params={{ username: user.username }}
          leftSection={<IconPlus size="1rem" />}
        >
          {t('action.add_device')}
        </ButtonLink>
      );
    case undefined:
      return null;
  }
}
