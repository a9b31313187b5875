import type { SyncCounts, SyncDifferences, SyncRun } from '@gatewarden/contract/directory-sync';
import { Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import { isApplied } from './run-state.tsx';

interface Item {
  readonly name: string;
  readonly detail?: string;
}

type Kind = keyof SyncDifferences;

/** Removals first, because they take access away. */
const order: readonly Kind[] = [
  ...(['unconfirmed', 'deleted', 'disabled', 'protected', 'added', 'linked', 'changed', 'enabled'] as const),
  ...([
    'members_removed',
    'members_added',
    'groups_added',
    'groups_linked',
    'groups_renamed',
    'groups_released',
  ] as const),
  'problems',
];

interface Props {
  run: Pick<SyncRun, 'state'>;
  differences: SyncDifferences;
  counts: SyncCounts;
}

/** What a run would change or changed, by kind. */
export function Differences({ run, differences, counts }: Props) {
  const { t } = useTranslation('directory-sync');
  const titles = isApplied(run) ? 'kind' : 'kind_planned';
  const itemsOf = useItems(differences);
  const kinds = order.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) {
    return <EmptyState icon={<IconCircleCheck />} title={t('no_changes')} text={t('no_changes_text')} variant="row" />;
  }
  return (
    <Stack gap="xl">
      {kinds.map((kind) => {
        const items = itemsOf(kind);
        const more = counts[kind] - items.length;
        return (
          <Panel
            key={kind}
            title={t(`${titles}.${kind}`, { count: counts[kind] })}
            text={t(`kind_text.${kind}`)}
            variant="open"
          >
            <RowList label={t(`${titles}.${kind}`, { count: counts[kind] })}>
              {items.map(({ name, detail }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may repeat
                <Row key={index} name={name}>
                  {detail !== undefined && <span>{detail}</span>}
                </Row>
              ))}
              {more > 0 && <Row name={t('more', { count: more })} />}
            </RowList>
          </Panel>
        );
      })}
    </Stack>
  );
}

function useItems(differences: SyncDifferences): (kind: Kind) => readonly Item[] {
  const { t } = useTranslation('directory-sync');
  const fieldName = (field: string) => t(`field.${field}` as ParseKeys<'directory-sync'>);
  return (kind) => {
    switch (kind) {
      case 'added':
        return differences.added.map(({ username, email }) => ({ name: username, detail: email }));
      case 'changed':
        return differences.changed.map(({ username, fields }) => ({
          name: username,
          detail: fields.map(fieldName).join(', '),
        }));
      case 'groups_renamed':
        return differences.groups_renamed.map(({ before, after }) => ({ name: `${before} → ${after}` }));
      case 'members_added':
      case 'members_removed':
        return differences[kind].map(({ username, group }) => ({ name: username, detail: group }));
      case 'unconfirmed':
        return differences.unconfirmed.map(({ username }) => ({ name: username }));
      case 'problems':
        return differences.problems.map(({ problem, name }) => ({ name, detail: t(`problem.${problem}`) }));
      default:
        return differences[kind].map((name) => ({ name }));
    }
  };
}
