import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { ActivityRow } from '@gatewarden/contract/activity-log';
import { browserName } from '@gatewarden/contract/browser-name';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay, instantOf } from '../../../lib/format/instant.ts';
import { useNow } from '../../../lib/use-now.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { type Column, parseSort, type Sort } from '../../../ui/table/column.ts';
import { ColumnHeading } from '../../../ui/table/column-heading.tsx';
import { screens } from '../../../ui/theme/screen-sizes.ts';
import type { ActivitySearch } from '../activity-search.ts';
import { formatIp } from '../format-ip.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import styles from './activity-table.module.css';
import { EntryLink } from './entry-link.tsx';

export interface ActivityTableProps {
  label: string;
  rows: readonly ActivityRow[];
  search: ActivitySearch;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  /** All entries are those of the signed-in user. */
  isOwn: boolean;
  /** Another page is loading. */
  isChanging: boolean;
}

/** Entries in rows under their days; on a phone, each is a block of three lines. */
export function ActivityTable(props: ActivityTableProps) {
  const asBlocks = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return asBlocks ? <BlockList {...props} /> : <RowTable {...props} />;
}

function RowTable({ label, rows, search, sort, onSortChange, isOwn, isChanging }: ActivityTableProps) {
  const columns = useColumns(isOwn, (row) => <EventCell row={row} search={search} />);
  const days = useDays(rows, sort);
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-busy={isChanging}>
        <thead className={styles.head}>
          <tr>
            {columns.map((column) => (
              <ColumnHeading
                key={column.id}
                column={column}
                width={`${((column.share ?? 1) / shares) * 100}%`}
                sort={sort}
                onSortChange={onSortChange}
              />
            ))}
          </tr>
        </thead>
        {days.map(({ day, rows: entries }) => (
          <tbody key={day}>
            {day && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className={styles.day}>
                  {day}
                </th>
              </tr>
            )}
            {entries.map((row) => (
              <tr key={row.id} className={styles.row} data-open={row.id === search.entry}>
                {columns.map((column) => (
                  <td key={column.id} className={styles.cell}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function BlockList({ label, rows, search, sort, isOwn, isChanging }: ActivityTableProps) {
  const days = useDays(rows, sort);
  return (
    <div className={styles.blocks} aria-busy={isChanging}>
      {days.map(({ day, rows: entries }) => (
        <section key={day}>
          {day && <h2 className={styles.day}>{day}</h2>}
          <ul aria-label={[label, day].filter(Boolean).join(', ')}>
            {entries.map((row) => (
              <li key={row.id} className={styles.block}>
                <EventCell row={row} search={search} />
                <div className={styles.facts}>
                  <span className={styles.above}>
                    <RelativeTime at={row.timestamp} />
                  </span>
                  {!isOwn && <UserCell row={row} />}
                  {row.location !== null && <span>{row.location}</span>}
                  {row.ip !== null && <span>{formatIp(row.ip)}</span>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface Day {
  /** Heading; empty where the entries are not sorted by time. */
  readonly day: string;
  readonly rows: readonly ActivityRow[];
}

function useDays(rows: readonly ActivityRow[], sort: Sort): Day[] {
  const { i18n } = useTranslation();
  const now = useNow();
  if (parseSort(sort).column !== 'timestamp') return [{ day: '', rows }];
  const days = Map.groupBy(rows, ({ timestamp }) => formatDay(instantOf(timestamp), now, i18n.language));
  return Array.from(days, ([day, entries]) => ({ day, rows: entries }));
}

/** The server sorts; `sortValue` only marks a column as sortable. */
function useColumns(isOwn: boolean, eventCell: Column<ActivityRow>['cell']): Column<ActivityRow>[] {
  const { t } = useTranslation('activity-log');
  const belowDesktop = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const belowWide = useMediaQuery(screens.belowWide, false, { getInitialValueInEffect: false });
  const columns: Column<ActivityRow>[] = [
    {
      id: 'timestamp',
      header: t('column.when'),
      share: 1.8,
      sortValue: ({ timestamp }) => timestamp,
      cell: ({ timestamp }) => (
        <span className={styles.above}>
          <RelativeTime at={timestamp} />
        </span>
      ),
    },
    {
      id: 'username',
      header: t('column.who'),
      share: 1.5,
      sortValue: usernameOf,
      cell: (row) => <UserCell row={row} />,
    },
    { id: 'event', header: t('column.what'), share: 4.5, sortValue: ({ event }) => event, cell: eventCell },
    {
      id: 'location',
      header: t('column.location'),
      share: 1.3,
      sortValue: ({ location }) => location ?? undefined,
      cell: ({ location }) => location ?? '',
    },
    {
      id: 'ip',
      header: t('column.ip'),
      share: 1.5,
      sortValue: ({ ip }) => ip ?? undefined,
      cell: ({ ip }) => (ip === null ? '' : formatIp(ip)),
    },
    {
      id: 'device',
      header: t('column.device'),
      share: 1.6,
      sortValue: ({ device }) => device ?? undefined,
      cell: ({ device }) => (device === null ? '' : browserName(device)),
    },
  ];
  const hidden = [isOwn && 'username', belowDesktop && 'location', belowWide && 'device'];
  return columns.filter(({ id }) => !hidden.includes(id));
}

function usernameOf({ username }: ActivityRow): string | undefined {
  return username ?? undefined;
}

function UserCell({ row: { username } }: { row: ActivityRow }) {
  const { t } = useTranslation('activity-log');
  return username === null ? <span className={styles.dim}>{t('system')}</span> : <span>{username}</span>;
}

/** Events that stand out, because they may need an action. */
const failures: ReadonlySet<ActivityEvent> = new Set([
  'user_login_failed',
  'user_mfa_login_failed',
  'user_locked',
  'user_mfa_locked',
  'sign_ins_refused',
  'vpn_client_mfa_failed',
  'edge_disconnected',
  'edge_refused',
  'gateway_disconnected',
  'gateway_refused',
  'gateway_state_rejected',
  'gateway_state_partially_applied',
  'gateway_drift_persisted',
  'instance_restored',
  'mail_given_up',
  'activity_log_problem',
]);

function EventCell({ row, search }: Pick<ActivityTableProps, 'search'> & { row: ActivityRow }) {
  const { sentenceFor } = useActivityTexts();
  const sentence = sentenceFor(row);
  const isFailure = failures.has(row.event);
  return (
    <EntryLink search={search} id={row.id} className={styles.what} data-failure={isFailure || undefined}>
      {isFailure && <IconAlertTriangle size="1rem" aria-hidden />}
      <span title={sentence}>{sentence}</span>
    </EntryLink>
  );
}
