import type { ImportRow } from '@gatewarden/contract/user-import';
import { SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { screens } from '../../../ui/theme/screen-sizes.ts';
import type { StatusTone } from '../../../ui/tone.ts';
import styles from './preview-table.module.css';
import { problemText } from './problem-text.ts';

type Outcome = ImportRow['outcome'];
const outcomes = ['add', 'exists', 'error'] as const;
const tones: Readonly<Record<Outcome, StatusTone>> = { add: 'success', exists: 'neutral', error: 'danger' };

/** Outcome of each row; initially shows rows with errors, if any. */
export function PreviewTable({ rows }: { rows: readonly ImportRow[] }) {
  const { t, i18n } = useTranslation('users');
  const [part, setPart] = useState<Outcome | 'all'>(rows.some(({ outcome }) => outcome === 'error') ? 'error' : 'all');
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  const columns = useMemo(() => columnsOf(t), [t]);
  const shown = useMemo(() => (part === 'all' ? rows : rows.filter(({ outcome }) => outcome === part)), [rows, part]);
  const number = new Intl.NumberFormat(i18n.language);
  const count = (outcome: Outcome) => number.format(rows.filter((row) => row.outcome === outcome).length);
  return (
    <>
      <SegmentedControl
        className={styles.parts}
        orientation={onPhone ? 'vertical' : 'horizontal'}
        fullWidth={onPhone}
        aria-label={t('import.part')}
        value={part}
        onChange={setPart}
        data={[
          { value: 'all' as const, label: t('import.all', { count: rows.length }) },
          ...outcomes.map((value) => ({ value, label: `${t(`import.outcome.${value}`)} (${count(value)})` })),
        ]}
      />
      <DataTable
        label={t('import.preview')}
        data={shown}
        columns={columns}
        getId={({ row }) => String(row)}
        getName={({ username }) => username}
        hasVariableHeights
        empty={<Text c="dimmed">{t('import.none')}</Text>}
      />
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'users'>>['t'];

function columnsOf(t: Translate): Column<ImportRow>[] {
  return [
    { id: 'username', header: t('field.username'), share: 1.5, cell: ({ username }) => username || '–' },
    { id: 'row', header: t('import.row'), share: 0.6, align: 'end', cell: ({ row }) => row },
    {
      id: 'outcome',
      header: t('import.what'),
      share: 3,
      cell: ({ outcome, problems }) => (
        <span className={styles.outcome}>
          <StatusBadge tone={tones[outcome]}>{t(`import.outcome_is.${outcome}`)}</StatusBadge>
          {problems.map((problem) => (
            <span key={`${problem.field}${problem.problem}${problem.value}`} className={styles.problem}>
              {problemText(problem)}
            </span>
          ))}
        </span>
      ),
    },
    { id: 'name', header: t('field.name'), share: 1.5, from: 'desktop', cell: (row) => personName(row) },
    { id: 'email', header: t('field.email'), share: 2, from: 'wide', cell: ({ email }) => email || '–' },
    {
      id: 'groups',
      header: t('field.groups'),
      share: 1.5,
      from: 'wide',
      cell: ({ groups }) => groups.join(', ') || '–',
    },
  ];
}
