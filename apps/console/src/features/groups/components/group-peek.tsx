import type { GroupInfo } from '@gatewarden/contract/groups';
import { IconUsersGroup } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';

// loaded with the first summary
const GroupSummary = lazy(async () => ({ default: (await import('./group-summary.tsx')).GroupSummary }));

/** The summary of a group in a drawer. */
export function useGroupPeek(): (group: GroupInfo) => Peek {
  const { t } = useTranslation(['groups', 'common']);
  return (group) => ({
    title: group.name,
    icon: (
      <Avatar name={group.name} size="md">
        <IconUsersGroup size="1.25rem" />
      </Avatar>
    ),
    state: group.is_admin && <StatusBadge tone="info">{t('form.admin')}</StatusBadge>,
    open: (
      <ButtonLink to="/groups/$groupId" params={{ groupId: String(group.id) }} variant="default" size="compact-sm">
        {t('common:peek.open')}
      </ButtonLink>
    ),
    content: (
      <Suspense fallback={<CardsSkeleton count={2} />}>
        <GroupSummary group={group} />
      </Suspense>
    ),
  });
}
