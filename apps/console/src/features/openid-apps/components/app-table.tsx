import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { AppLogo } from './app-logo.tsx';
import { AppMenu } from './app-menu.tsx';
import { AppState } from './app-state.tsx';
import styles from './app-table.module.css';
import type { AppAction } from './use-app-actions.tsx';

interface Props {
  apps: readonly OpenidApp[];
  columns: readonly Column<OpenidApp>[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  onAction: (action: AppAction, app: OpenidApp) => void;
  empty: ReactNode;
}

/** Table of applications: kind, state, users and last use. */
export function AppTable({ apps, onAction, ...list }: Props) {
  const { t } = useTranslation('openid-apps');
  const phone = usePhoneRow();
  const rowActions = useCallback(
    (app: OpenidApp) => <AppMenu app={app} onAction={(action) => onAction(action, app)} />,
    [onAction],
  );
  return (
    <DataTable
      {...list}
      label={t('title')}
      data={apps}
      getId={({ client_id }) => client_id}
      getName={({ name }) => name}
      opens
      phone={phone}
      rowActions={rowActions}
    />
  );
}

function usePhoneRow(): PhoneRow<OpenidApp> {
  const { t, i18n } = useTranslation('openid-apps');
  return useMemo(
    () => ({
      line2: ({ kind, user_count: users }) =>
        `${t(`kind_short.${kind}`)} · ${t('field.users')}: ${formatCount(users, i18n.language)}`,
      trailing: ({ enabled }) => !enabled && <AppState enabled={enabled} />,
    }),
    [t, i18n.language],
  );
}

/** Columns of the list. */
export function useAppColumns(): readonly Column<OpenidApp>[] {
  const { t, i18n } = useTranslation('openid-apps');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        share: 2.5,
        sortValue: ({ name }) => name,
        cell: (app) => (
          <span className={styles.app}>
            <AppLogo app={app} />
            <RowLink
              to="/applications/$clientId"
              params={{ clientId: app.client_id }}
              className={styles.name}
              title={app.name}
            >
              {app.name}
            </RowLink>
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('field.kind'),
        sortValue: ({ kind }) => kind,
        cell: ({ kind }) => t(`kind_short.${kind}`),
      },
      {
        id: 'state',
        header: t('field.state'),
        share: 1.2,
        sortValue: ({ enabled }) => !enabled,
        cell: ({ enabled }) => <AppState enabled={enabled} />,
      },
      {
        id: 'users',
        header: t('field.users'),
        share: 0.8,
        align: 'end',
        descendingFirst: true,
        sortValue: ({ user_count: users }) => users,
        cell: ({ user_count: users }) => formatCount(users, i18n.language),
      },
      {
        id: 'used',
        header: t('field.last_used'),
        share: 1.2,
        descendingFirst: true,
        sortValue: ({ last_used_at: at }) => at ?? undefined,
        cell: ({ last_used_at: at }) => (at ? <TimeCell at={at} /> : t('list.never')),
      },
      {
        id: 'added',
        header: t('field.created'),
        share: 1.2,
        from: 'wide',
        optional: true,
        descendingFirst: true,
        sortValue: ({ created_at: at }) => at,
        cell: ({ created_at: at }) => <TimeCell at={at} />,
      },
    ],
    [t, i18n.language],
  );
}
