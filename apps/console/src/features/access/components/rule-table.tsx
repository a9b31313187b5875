import type { AccessRule } from '@gatewarden/contract/access';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, instantOf } from '../../../lib/format/instant.ts';
import { formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { ruleHitsQuery } from '../access.queries.ts';
import { capitalized, describeAllowed, describeDestination, nameLocations } from '../describe-rule.ts';
import { isPending } from '../filter-rules.ts';
import { useAccessNames } from '../use-access-names.ts';
import { OneLine } from './one-line.tsx';
import { RuleState } from './rule-state.tsx';

interface Props {
  rules: readonly AccessRule[];
  /** Marks a deployed rule for deletion, or discards a pending change. */
  onDelete: (rule: AccessRule) => void;
  bulkActions?: (selected: AccessRule[], clear: () => void) => ReactNode;
  empty: ReactNode;
}

/** Rules in the order of evaluation. */
export function RuleTable({ rules, onDelete, ...list }: Props) {
  const { t } = useTranslation('access');
  const columns = useColumns(rules.some(({ expires }) => expires !== null));
  const phone = usePhoneRow();
  return (
    <DataTable
      {...list}
      label={t('tabs.rules')}
      data={rules}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      opens
      phone={phone}
      rowActions={(rule) => <RowMenu rule={rule} onDelete={() => onDelete(rule)} />}
    />
  );
}

function usePhoneRow(): PhoneRow<AccessRule> {
  const { t, i18n } = useTranslation('access');
  const locale = useLocale();
  const names = useAccessNames();
  return useMemo(() => {
    const describing = { t, names, language: i18n.language };
    return {
      line2: (rule) =>
        capitalized(
          [describeAllowed(rule, describing), describeDestination(rule, describing)].filter(Boolean).join(' → '),
          describing,
        ) + (rule.expires === null ? '' : ` · ${t('until', { time: formatDate(instantOf(rule.expires), locale) })}`),
      trailing: ({ status }) => <RuleState status={status} />,
    };
  }, [t, names, locale, i18n.language]);
}

/** With the expiry only if a rule has one. */
function useColumns(hasExpiry: boolean): readonly Column<AccessRule>[] {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const locale = useLocale();
  const { data: hits } = useQuery(ruleHitsQuery());
  return useMemo(() => {
    const describing = { t, names, language: i18n.language };
    const packetsOf = (rule: AccessRule) => hits?.get(rule.parent_id ?? rule.id)?.packets ?? 0;
    return [
      {
        id: 'name',
        header: t('column.name'),
        share: 2,
        cell: ({ id, name }) => (
          <RowLink to="/access-rules/$ruleId" params={{ ruleId: String(id) }} title={name}>
            {name}
          </RowLink>
        ),
      },
      { id: 'status', header: t('column.status'), share: 1.8, cell: ({ status }) => <RuleState status={status} /> },
      {
        id: 'sources',
        header: t('column.sources'),
        share: 2,
        cell: (rule) => <OneLine text={capitalized(describeAllowed(rule, describing) ?? '–', describing)} />,
      },
      {
        id: 'destination',
        header: t('column.destination'),
        share: 2.2,
        cell: (rule) => <OneLine text={capitalized(describeDestination(rule, describing), describing)} />,
      },
      {
        id: 'locations',
        header: t('column.locations'),
        share: 1.5,
        from: 'wide',
        cell: (rule) => <OneLine text={nameLocations(rule, describing)} />,
      },
      ...(hasExpiry
        ? [
            {
              id: 'expires',
              header: t('column.expires'),
              share: 1.4,
              from: 'wide' as const,
              cell: ({ expires }: AccessRule) => (expires === null ? '–' : formatDate(instantOf(expires), locale)),
            },
          ]
        : []),
      { id: 'priority', header: t('column.priority'), align: 'end', from: 'wide', cell: ({ priority }) => priority },
      {
        id: 'hits',
        header: t('column.hits'),
        align: 'end',
        from: 'wide',
        share: 1.5,
        sortValue: packetsOf,
        descendingFirst: true,
        cell: (rule) => hits && formatCount(packetsOf(rule), locale),
      },
    ];
  }, [t, names, hits, locale, i18n.language, hasExpiry]);
}

const discardLabels = { New: 'menu.discard_new', Deleted: 'menu.discard_deletion' } as Partial<
  Record<AccessRule['state'], 'menu.discard_new' | 'menu.discard_deletion'>
>;

function RowMenu({ rule, onDelete }: { rule: AccessRule; onDelete: () => void }) {
  const { t } = useTranslation('access');
  return (
    <ActionsMenu label={t('menu.label', { rule: rule.name })}>
      {rule.state !== 'Deleted' && (
        <MenuLink
          to="/access-rules/$ruleId"
          params={{ ruleId: String(rule.id) }}
          leftSection={<IconPencil size="1rem" />}
        >
          {t('menu.edit')}
        </MenuLink>
      )}
      {isPending(rule) ? (
        <Menu.Item leftSection={<IconArrowBackUp size="1rem" />} onClick={onDelete}>
          {t(discardLabels[rule.state] ?? 'menu.discard')}
        </Menu.Item>
      ) : (
        <DangerItem leftSection={<IconTrash size="1rem" />} onClick={onDelete}>
          {t('menu.delete')}
        </DangerItem>
      )}
    </ActionsMenu>
  );
}
