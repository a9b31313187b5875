import type { FilePreview, ImportFileNote, ImportFileProblem } from '@gatewarden/contract/location-import';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import styles from './remarks.module.css';

type Problem = Pick<ImportFileProblem, 'line' | 'problem'> & Partial<ImportFileProblem>;

/** Errors of a file by line. */
export function FileProblems({ problems, count }: { problems: readonly Problem[]; count: number }) {
  const { t } = useTranslation('locations');
  return (
    <Callout tone="danger" my="md" title={t('import.problems', { count })}>
      <Remarks
        remarks={problems.map(({ line, problem, key, value, other_line }) => ({
          line,
          text: t(`import.problem.${problem}`, { key: key ?? '', line: other_line ?? 0 }),
          value,
        }))}
        count={count}
      />
    </Callout>
  );
}

/** Settings that run commands of the old server. */
const commands: readonly (string | null)[] = ['PreUp', 'PostUp', 'PreDown', 'PostDown'];

/** The file has what is noted, and the location will not. Preshared keys have a callout. */
const losses: readonly ImportFileNote['note'][] = [
  'section_ignored',
  'setting_unknown',
  'setting_ignored',
  'network_ignored',
  'address_ignored',
  'no_address',
  'peer_disabled',
];

/** What the import leaves out, by line; unfolded if it is more than where values are from. */
export function FileNotes({ preview }: { preview: Pick<FilePreview, 'notes' | 'note_count'> }) {
  const { t } = useTranslation('locations');
  if (preview.note_count === 0) return null;
  const hasPreshared = preview.notes.some(({ note }) => note === 'preshared_key');
  const hasCommands = preview.notes.some(({ note, key }) => note === 'setting_ignored' && commands.includes(key));
  const textOf = ({ note, key }: ImportFileNote) => t(`import.note.${note}`, { key: key ?? '' });
  return (
    <Stack gap="md" my="md">
      {hasPreshared && <Callout tone="warning">{t('import.preshared')}</Callout>}
      {hasCommands && (
        <Callout tone="warning" role="note">
          {t('import.commands', { setting: t('field.masquerade') })}
        </Callout>
      )}
      <details open={preview.notes.some(({ note }) => losses.includes(note))}>
        <summary className={styles.summary}>{t('import.notes', { count: preview.note_count })}</summary>
        <Remarks
          remarks={preview.notes.map((note) => ({ line: note.line, text: textOf(note), value: note.value }))}
          count={preview.note_count}
        />
      </details>
    </Stack>
  );
}

interface Remark {
  readonly line: number;
  readonly text: string;
  readonly value?: string | null | undefined;
}

function Remarks({ remarks, count }: { remarks: readonly Remark[]; count: number }): ReactNode {
  const { t } = useTranslation('locations');
  return (
    <>
      <dl className={styles.remarks}>
        {remarks.map(({ line, text, value }) => (
          <Remark key={`${line} ${text} ${value}`} line={t('import.line', { line })}>
            {text}
            {value && (
              <>
                {' '}
                <code>{value}</code>
              </>
            )}
          </Remark>
        ))}
      </dl>
      {count > remarks.length && (
        <Text c="dimmed" mt="xs">
          {t('import.more', { count: count - remarks.length })}
        </Text>
      )}
    </>
  );
}

function Remark({ line, children }: { line: string; children: ReactNode }) {
  return (
    <>
      <dt>{line}</dt>
      <dd>{children}</dd>
    </>
  );
}
