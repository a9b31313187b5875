import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { getUser } from '@gatewarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleSections } from '../../../modules/module-sections.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { SummaryColumns } from '../../../ui/summary-columns.tsx';
import { useEssentials } from '../../settings/index.ts';
import { userQuery } from '../users.queries.ts';
import { LastSignIn } from './last-sign-in.tsx';
import { SecondFactorFact } from './second-factor-fact.tsx';
import { SetupNotice } from './setup-notice.tsx';
import { useSourceFacts } from './use-source-facts.tsx';
import { UserAccessList } from './user-access-list.tsx';
import { UserDeviceStates } from './user-device-states.tsx';

interface Props {
  username: string;
  /** The header of the page shows role, second factor and last sign-in already. */
  belowHeader?: boolean;
}

/** What matters about a user: devices and their state, reachable locations and why, recent activity. */
export function UserSummary({ username, belowHeader = false }: Props) {
  const { t } = useTranslation('users');
  const details = useQuery(userQuery(username));
  if (details.isPending) return <CardsSkeleton count={2} />;
  if (!details.data) {
    return (
      <ErrorState
        error={details.error}
        title={t('page.failed')}
        onRetry={() => void details.refetch()}
        retrying={details.isFetching}
      />
    );
  }
  return <Sections details={details.data} belowHeader={belowHeader} />;
}

function Sections({ details, belowHeader }: { details: ResponseOf<typeof getUser>; belowHeader: boolean }) {
  const { wireguard_enabled: hasVpn } = useEssentials();
  const sections = useExtensions().summarySections.user;
  const { user, devices } = details;
  return (
    <>
      <SetupNotice user={user} />
      <SummaryColumns
        main={
          <>
            {!belowHeader && <Facts details={details} belowHeader={belowHeader} />}
            {hasVpn && <UserDeviceStates username={user.username} devices={devices} />}
            {hasVpn && <UserAccessList username={user.username} />}
            <ModuleSections sections={sections.main} of={{ username: user.username }} />
          </>
        }
        side={
          <>
            {belowHeader && <Facts details={details} belowHeader={belowHeader} />}
            <ModuleSections sections={sections.side} of={{ username: user.username }} />
          </>
        }
      />
    </>
  );
}

function Facts({ details: { user }, belowHeader }: { details: ResponseOf<typeof getUser>; belowHeader: boolean }) {
  const { t } = useTranslation('users');
  const source = useSourceFacts(user);
  const more = belowHeader
    ? []
    : [
        { label: t('field.role'), value: user.is_admin ? t('administrator') : t('role.user') },
        { label: t('second_factor'), value: <SecondFactorFact user={user} /> },
        { label: t('field.last_sign_in'), value: <LastSignIn username={user.username} /> },
      ];
  return (
    <Panel title={t('page.details')}>
      <FactList
        facts={[
          ...more,
          { label: t('field.email'), value: user.email, copy: user.email },
          ...(user.phone ? [{ label: t('field.phone'), value: user.phone, copy: user.phone }] : []),
          { label: t('field.groups'), value: user.groups.join(', ') },
          ...source,
        ]}
      />
    </Panel>
  );
}
