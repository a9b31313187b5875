import type { AccessAlias } from '@gatewarden/contract/access';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { describeServices } from '../describe-rule.ts';
import { isPending } from '../filter-rules.ts';
import { NameButton } from './name-button.tsx';
import { OneLine } from './one-line.tsx';
import { RuleState } from './rule-state.tsx';

interface Props {
  aliases: readonly AccessAlias[];
  /** Number of the rules that use the alias. */
  countRules: (alias: AccessAlias) => number;
  onEdit: (alias: AccessAlias) => void;
  onDelete: (alias: AccessAlias) => void;
  empty: ReactNode;
}

/** Aliases by name, each followed by its pending change. */
export function AliasTable({ aliases, countRules, onEdit, onDelete, empty }: Props) {
  const { t } = useTranslation('access');
  const columns = useColumns(countRules, onEdit);
  const phone = usePhoneRow();
  return (
    <DataTable
      label={t('tabs.aliases')}
      data={aliases}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      phone={phone}
      rowActions={(alias) => (
        <ActionsMenu label={t('aliases.menu', { alias: alias.name })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onEdit(alias)}>
            {t('menu.edit')}
          </Menu.Item>
          {isPending(alias) ? (
            <Menu.Item leftSection={<IconArrowBackUp size="1rem" />} onClick={() => onDelete(alias)}>
              {t('aliases.discard')}
            </Menu.Item>
          ) : (
            <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onDelete(alias)}>
              {t('aliases.delete')}
            </DangerItem>
          )}
        </ActionsMenu>
      )}
      empty={empty}
    />
  );
}

function usePhoneRow(): PhoneRow<AccessAlias> {
  const { t } = useTranslation('access');
  return useMemo(
    () => ({
      line2: (alias) => `${t(`aliases.kinds.${alias.kind}`)} · ${contentOf(alias, t)}`,
      trailing: (alias) => isPending(alias) && <RuleState status="modified" />,
    }),
    [t],
  );
}

function contentOf(alias: AccessAlias, t: TFunction<'access'>): string {
  return [alias.destination, describeServices(alias, t)].filter(Boolean).join(' · ') || t('aliases.any');
}

function useColumns(countRules: Props['countRules'], onEdit: Props['onEdit']): readonly Column<AccessAlias>[] {
  const { t } = useTranslation('access');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('aliases.name'),
        share: 2,
        cell: (alias) => <NameButton name={alias.name} onClick={() => onEdit(alias)} />,
      },
      {
        id: 'state',
        header: t('aliases.state'),
        share: 1.2,
        cell: ({ state }) => (state === 'Modified' ? <RuleState status="modified" /> : t('aliases.states.Applied')),
      },
      { id: 'kind', header: t('aliases.kind'), share: 1.2, cell: ({ kind }) => t(`aliases.kinds.${kind}`) },
      {
        id: 'content',
        header: t('aliases.content'),
        share: 3,
        cell: (alias) => <OneLine text={contentOf(alias, t)} />,
      },
      {
        id: 'used',
        header: t('aliases.used'),
        share: 1.2,
        cell: (alias) => t('aliases.used_rules', { count: countRules(alias) }),
      },
    ],
    [t, countRules, onEdit],
  );
}
