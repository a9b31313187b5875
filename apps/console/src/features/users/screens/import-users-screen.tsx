import type { ImportPreview } from '@gatewarden/contract/user-import';
import { Button, List } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FileInput } from '../import/file-input.tsx';
import { PreviewTable } from '../import/preview-table.tsx';
import { useImportUsers, usePreviewImport } from '../import/user-import.queries.ts';
import styles from './import-users-screen.module.css';

/** Imports users from a file: first a preview, then all or none. */
export function ImportUsersScreen() {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const [csv, setCsv] = useState('');
  const preview = usePreviewImport();
  const add = useImportUsers();

  const change = (text: string) => {
    setCsv(text);
    preview.reset();
    add.reset();
  };
  const importAll = (digest: string) =>
    add.mutate(
      { csv, digest },
      {
        onSuccess: ({ added }) => {
          toast.success(t('import.done', { count: added }));
          void navigate({ to: '/users', replace: true });
        },
        onError: (error) => {
          if (isApiError(error, 'import_outdated')) preview.mutate(csv);
        },
      },
    );
  return (
    <>
      <PageHeader
        title={t('import.title')}
        state={t('import.state')}
        above={[{ label: t('list.title'), to: '/users' }]}
      />
      <Panel title={t('import.file')} text={t('import.file_text')}>
        <FileInput text={csv} onChange={change} />
        <DialogActions failure={preview.error}>
          <Button
            variant={preview.data ? 'default' : 'filled'}
            disabled={csv.trim() === ''}
            loading={preview.isPending}
            onClick={() => {
              add.reset();
              preview.mutate(csv);
            }}
          >
            {t('import.show')}
          </Button>
        </DialogActions>
      </Panel>
      {preview.data && (
        <Panel title={t('import.preview')} variant="open">
          <Notes preview={preview.data} />
          {/* above the table, which may have ten thousand rows */}
          <div className={styles.submit}>
            <DialogActions failure={add.error}>
              <Button
                disabled={preview.data.error > 0 || preview.data.add === 0}
                loading={add.isPending}
                onClick={() => importAll(preview.data.digest)}
              >
                {preview.data.error > 0
                  ? t('import.correct', { count: preview.data.error })
                  : t('import.submit', { count: preview.data.add })}
              </Button>
            </DialogActions>
          </div>
          <PreviewTable key={preview.data.digest} rows={preview.data.rows} />
        </Panel>
      )}
    </>
  );
}

/** Notes about the import. */
function Notes({ preview }: { preview: ImportPreview }) {
  const { t, i18n } = useTranslation('users');
  const admins = preview.rows.filter(({ outcome, is_admin }) => outcome === 'add' && is_admin).length;
  const list = new Intl.ListFormat(i18n.language);
  const notes = [
    ...(preview.error > 0 ? [t('import.errors', { count: preview.error })] : []),
    ...(preview.exists > 0 ? [t('import.exists', { count: preview.exists })] : []),
    ...(admins > 0 ? [t('import.admins', { count: admins })] : []),
    ...(preview.ignored_columns.length > 0
      ? [t('import.ignored', { columns: list.format(preview.ignored_columns) })]
      : []),
    ...(preview.error === 0 && preview.add > 0 ? [t('import.passwords')] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <Callout role="status" tone={preview.error > 0 ? 'danger' : admins > 0 ? 'warning' : 'info'}>
      {notes.length === 1 ? (
        notes[0]
      ) : (
        <List>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Callout>
  );
}
