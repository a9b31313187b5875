import type { UserAccess } from '@gatewarden/contract/locations';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { userAccessQuery } from '../users.queries.ts';
import styles from './user-summary.module.css';

/** Locations, those that the user may use first, each with the reason. */
export function UserAccessList({ username }: { username: string }) {
  const { t } = useTranslation('users');
  const access = useQuery(userAccessQuery(username));
  return (
    <Panel title={t('access.title')} text={t('access.text')} variant="open">
      {access.isPending ? (
        <ListSkeleton count={3} />
      ) : !access.data ? (
        <ErrorState
          error={access.error}
          title={t('access.failed')}
          onRetry={() => void access.refetch()}
          retrying={access.isFetching}
        />
      ) : access.data.length === 0 ? (
        <EmptyState variant="row" icon={<IconMapPin />} title={t('access.none')} text={t('access.none_text')} />
      ) : (
        <ul className={styles.places} aria-label={t('access.title')}>
          {allowedFirst(access.data).map((each) => (
            <Place key={each.location_id} access={each} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function allowedFirst(access: readonly UserAccess[]): UserAccess[] {
  return access.toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null));
}

function Place({ access }: { access: UserAccess }) {
  const reason = useReason(access);
  const { location_id: id, location_name: name, obstacle } = access;
  return (
    <li className={styles.place} data-allowed={obstacle === null}>
      <TextLink to="/locations/$locationId" params={{ locationId: String(id) }}>
        {name}
      </TextLink>
      <StatusBadge tone={obstacle === null ? 'success' : obstacle === 'not_in_group' ? 'neutral' : 'warning'}>
        <span className={styles.reason}>{reason}</span>
      </StatusBadge>
    </li>
  );
}

/** Why the user may use the location, or what prevents it. */
function useReason({ reasons, groups, obstacle, allowed_groups = [] }: UserAccess): string {
  const { t, i18n } = useTranslation('users');
  const either = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  if (obstacle === 'not_in_group') return t('access.needs', { groups: either.format(allowed_groups) });
  if (obstacle !== null) return t(`access.${obstacle}`);
  if (reasons.includes('everyone')) return t('access.everyone');
  if (!reasons.includes('group')) return t('access.admin');
  return t('access.member', { groups: new Intl.ListFormat(i18n.language).format(groups) });
}
