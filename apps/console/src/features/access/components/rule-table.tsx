import type { AccessRule } from '@gatewarden/contract/access';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
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
import { describeDestination, describeSources } from '../describe-rule.ts';
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
  const columns = useColumns();
  const phone = usePhoneRow();
  return (
    <DataTable
      {...list}
      label={t('title')}
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
  const names = useAccessNames();
  return useMemo(() => {
    const describing = { t, names, language: i18n.language };
    return {
      line2: (rule) =>
        [describeSources(rule, 'allowed', describing), describeDestination(rule, describing)]
          .filter(Boolean)
          .join(' → '),
      trailing: ({ status }) => <RuleState status={status} />,
    };
  }, [t, names, i18n.language]);
}

function useColumns(): readonly Column<AccessRule>[] {
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
      { id: 'status', header: t('column.status'), share: 1.2, cell: ({ status }) => <RuleState status={status} /> },
      {
        id: 'sources',
        header: t('column.sources'),
        share: 2,
        cell: (rule) => <OneLine text={describeSources(rule, 'allowed', describing) ?? '–'} />,
      },
      {
        id: 'destination',
        header: t('column.destination'),
        share: 2.2,
        cell: (rule) => <OneLine text={describeDestination(rule, describing)} />,
      },
      {
        id: 'locations',
        header: t('column.locations'),
        share: 1.5,
        from: 'wide',
        cell: (rule) => <OneLine text={locationsOf(rule, names.locations, t('all_locations'))} />,
      },
      { id: 'priority', header: t('column.priority'), align: 'end', from: 'wide', cell: ({ priority }) => priority },
      {
        id: 'hits',
        header: t('column.hits'),
        align: 'end',
        from: 'wide',
        share: 1.6,
        sortValue: packetsOf,
        descendingFirst: true,
        cell: (rule) => hits && formatCount(packetsOf(rule), locale),
      },
    ];
  }, [t, names, hits, locale, i18n.language]);
}

function locationsOf(rule: AccessRule, names: ReadonlyMap<number, string>, all: string): string {
  return rule.all_networks ? all : rule.networks.map((id) => names.get(id) ?? `#${id}`).join(', ') || '–';
}

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
          {rule.state === 'New' ? t('menu.discard_new') : t('menu.discard')}
        </Menu.Item>
      ) : (
        <DangerItem leftSection={<IconTrash size="1rem" />} onClick={onDelete}>
          {t('menu.delete')}
        </DangerItem>
      )}
    </ActionsMenu>
  );
}
