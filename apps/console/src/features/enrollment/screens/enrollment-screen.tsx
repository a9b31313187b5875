import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { type Invitation, type InvitationAction, InvitationTable } from '../components/invitation-table.tsx';
import { ResendDialog } from '../components/resend-dialog.tsx';
import { WithdrawDialog } from '../components/withdraw-dialog.tsx';
import { invitationsQuery } from '../enrollment.queries.ts';
import { IssueTokenDialog } from '../forms/issue-token-dialog.tsx';

const route = getRouteApi('/signed-in/admin/enrollment');
/** Invitations expire without an event. */
const refetchInterval = 60_000;

interface OpenDialog {
  readonly action: InvitationAction;
  readonly invitation: Invitation;
}

/** Open invitations. */
export function EnrollmentScreen() {
  const { t } = useTranslation('enrollment');
  const { sort = '-sent' } = route.useSearch();
  const navigate = route.useNavigate();
  const invitations = useQuery({ ...invitationsQuery(), refetchInterval });
  const [open, setOpen] = useState<OpenDialog>();
  return (
    <>
      <PageHeader
        title={t('list.title')}
        state={invitations.data && <span role="status">{t('list.count', { count: invitations.data.length })}</span>}
        actions={<InviteLink />}
      />
      {invitations.isPending ? (
        <ListSkeleton />
      ) : invitations.data === undefined ? (
        <ErrorState
          error={invitations.error}
          title={t('list.failed')}
          onRetry={() => void invitations.refetch()}
          retrying={invitations.isFetching}
        />
      ) : (
        <InvitationTable
          invitations={invitations.data}
          sort={sort}
          onSortChange={(to) => void navigate({ search: { sort: to }, replace: true })}
          onAction={(invitation, action) => setOpen({ invitation, action })}
          empty={<EmptyState picture="people" title={t('list.empty_title')} text={t('list.empty_text')} />}
        />
      )}
      {open && <ActionDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Leads to the people who can be invited. */
function InviteLink() {
  const { t } = useTranslation('enrollment');
  return (
    <ButtonLink to="/users" search={{ state: 'unenrolled' }} leftSection={<IconUserPlus size="1rem" />}>
      {t('list.invite')}
    </ButtonLink>
  );
}

function ActionDialog({ action, invitation, onClose }: OpenDialog & { onClose: () => void }) {
  if (action === 'withdraw') return <WithdrawDialog invitation={invitation} onClose={onClose} />;
  const { email, account_email: accountEmail } = invitation;
  if (email !== null) return <ResendDialog person={{ ...invitation, email }} onClose={onClose} />;
  // it was only shown
  return <IssueTokenDialog kind="enrollment" person={{ ...invitation, email: accountEmail }} onClose={onClose} />;
}
