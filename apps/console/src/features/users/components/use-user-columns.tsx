import type { ListedUser } from '@gatewarden/contract/users';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { BreakableText } from '../../../ui/breakable-text.tsx';
import { ChipList } from '../../../ui/chip-list.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useSourceName } from '../../identity-sources/index.ts';
import { sourceOf } from '../filter-users.ts';
import { lastSeenOf } from '../last-seen.ts';
import { FactorCell, LastSeenCell, MomentCell, UserCell } from './user-cells.tsx';

// loaded on first use
const EditName = lazy(async () => ({ default: (await import('../forms/edit-name.tsx')).EditName }));
const EditGroups = lazy(async () => ({ default: (await import('../forms/edit-groups.tsx')).EditGroups }));

/** All columns of the list of users. Names, addresses and headers of all languages fit where the columns are shown. */
export function useUserColumns(): readonly Column<ListedUser>[] {
  const { t, i18n } = useTranslation('users');
  const sourceName = useSourceName();
  return useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language);
    return [
      {
        id: 'name',
        header: t('field.name'),
        share: 2.66,
        sortValue: (user) => personName(user),
        cell: (user) => <UserCell user={user} />,
        edit: {
          label: (user) => (canEditName(user) ? t('inline.name', { name: personName(user) }) : undefined),
          form: (user, close) => (
            <Suspense>
              <EditName user={user} onClose={close} />
            </Suspense>
          ),
        },
      },
      {
        id: 'email',
        header: t('field.email'),
        share: 2.61,
        optional: true,
        from: 'large',
        sortValue: ({ email }) => email,
        cell: ({ email }) => <BreakableText value={email} />,
      },
      {
        id: 'groups',
        header: t('field.groups'),
        share: 1.45,
        optional: true,
        from: 'wide',
        sortValue: ({ groups }) => groups.join(', ') || undefined,
        cell: ({ groups }) => <ChipList items={groups} max={1} />,
        edit: {
          label: (user) =>
            user.managed_fields.includes('groups') ? undefined : t('inline.groups', { name: personName(user) }),
          form: (user, close) => (
            <Suspense>
              <EditGroups user={user} onClose={close} />
            </Suspense>
          ),
        },
      },
      {
        id: 'factor',
        header: t('field.factor'),
        share: 0.89,
        optional: true,
        sortValue: ({ mfa_enabled }) => mfa_enabled,
        cell: (user) => <FactorCell user={user} />,
      },
      {
        id: 'devices',
        header: t('field.devices'),
        share: 1,
        align: 'end',
        optional: true,
        from: 'wide',
        sortValue: ({ device_count }) => device_count,
        cell: ({ device_count }) => number.format(device_count),
      },
      {
        id: 'seen',
        header: t('field.seen'),
        share: 1.93,
        optional: true,
        descendingFirst: true,
        sortValue: (user) => (user.is_active ? lastSeenOf(user)?.at : undefined),
        cell: (user) => <LastSeenCell user={user} />,
      },
      {
        id: 'username',
        header: t('field.username'),
        share: 1.8,
        optional: 'hidden',
        sortValue: ({ username }) => username,
        cell: ({ username }) => username,
      },
      {
        id: 'connected',
        header: t('field.connected'),
        share: 1.6,
        optional: 'hidden',
        descendingFirst: true,
        sortValue: ({ last_connected_at }) => last_connected_at ?? undefined,
        cell: ({ last_connected_at }) => <MomentCell at={last_connected_at} />,
      },
      {
        id: 'sign_in',
        header: t('field.last_sign_in'),
        share: 1.6,
        optional: 'hidden',
        descendingFirst: true,
        sortValue: ({ last_sign_in_at }) => last_sign_in_at ?? undefined,
        cell: ({ last_sign_in_at }) => <MomentCell at={last_sign_in_at} />,
      },
      {
        id: 'source',
        header: t('field.source'),
        share: 1.2,
        optional: 'hidden',
        sortValue: (user) => sourceName(sourceOf(user)),
        cell: (user) => sourceName(sourceOf(user)),
      },
      {
        id: 'phone',
        header: t('field.phone'),
        share: 1.5,
        optional: 'hidden',
        sortValue: ({ phone }) => phone ?? undefined,
        cell: ({ phone }) => phone || '–',
      },
    ];
  }, [t, i18n.language, sourceName]);
}

function canEditName({ managed_fields }: ListedUser): boolean {
  return !managed_fields.includes('first_name') && !managed_fields.includes('last_name');
}
