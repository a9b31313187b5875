import type { AccessTest, AccessTestResult } from '@gatewarden/contract/access-tests';
import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { capitalized, type Describing } from '../describe-rule.ts';
import { describeCounterexample, describeTest } from '../describe-test.ts';
import { useAccessNames } from '../use-access-names.ts';
import { NameButton } from './name-button.tsx';
import { OneLine } from './one-line.tsx';
import { TestOutcome } from './test-outcome.tsx';

interface Props {
  tests: readonly AccessTest[];
  /** Undefined until they are known. */
  results: readonly AccessTestResult[] | undefined;
  onEdit: (test: AccessTest) => void;
  onDelete: (test: AccessTest) => void;
  empty: ReactNode;
}

/** Access tests by name, with their results. */
export function TestTable({ tests, results, onEdit, onDelete, empty }: Props) {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const { columns, phone } = useMemo(
    () =>
      layout(
        new Map(results?.map((result) => [result.test_id, result])),
        { t, names, language: i18n.language },
        onEdit,
      ),
    [results, t, names, i18n.language, onEdit],
  );
  return (
    <DataTable
      label={t('tabs.tests')}
      data={tests}
      columns={columns}
      phone={phone}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      rowActions={(test) => (
        <ActionsMenu label={t('tests.menu', { test: test.name })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onEdit(test)}>
            {t('menu.edit')}
          </Menu.Item>
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onDelete(test)}>
            {t('tests.delete')}
          </DangerItem>
        </ActionsMenu>
      )}
      empty={empty}
    />
  );
}

function layout(
  results: ReadonlyMap<number, AccessTestResult>,
  describing: Describing,
  onEdit: (test: AccessTest) => void,
) {
  const { t } = describing;
  const exampleOf = (test: AccessTest) => {
    const example = results.get(test.id)?.counterexample;
    return example ? describeCounterexample(test, example, describing) : undefined;
  };
  const phone: PhoneRow<AccessTest> = {
    line2: (test) => capitalized(exampleOf(test) ?? describeTest(test, describing), describing),
    trailing: ({ id }) => <TestOutcome result={results.get(id)} short />,
  };
  const columns: readonly Column<AccessTest>[] = [
    {
      id: 'name',
      header: t('tests.name'),
      share: 2,
      cell: (test) => <NameButton name={test.name} onClick={() => onEdit(test)} />,
    },
    {
      id: 'expectation',
      header: t('tests.expectation'),
      share: 2.5,
      cell: (test) => <OneLine text={capitalized(describeTest(test, describing), describing)} />,
    },
    {
      id: 'outcome',
      header: t('tests.result'),
      share: 2,
      cell: ({ id }) => <TestOutcome result={results.get(id)} />,
    },
    {
      id: 'example',
      header: t('tests.example'),
      share: 2,
      from: 'wide',
      cell: (test) => <OneLine text={capitalized(exampleOf(test) ?? '–', describing)} />,
    },
  ];
  return { columns, phone };
}
