import type { FilePreview, ImportFileProblem } from '@gatewarden/contract/location-import';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { LocationValues } from '../forms/location-form.schema.ts';
import { toRequest } from '../forms/location-form.ts';
import { type FileSource, useImportLocation } from './location-import.queries.ts';
import { type Mapping, openPeers, toDevices } from './mapping.ts';
import { FileNotes, FileProblems } from './remarks.tsx';

interface Props {
  source: FileSource;
  preview: FilePreview;
  values: LocationValues;
  mapping: Mapping;
  onAdded: (id: number, name: string, devices: number) => void;
  onBack: () => void;
}

/** What will be added, and the only button of the import that stores anything. */
export function ReviewStep({ source, preview, values, mapping, onAdded, onBack }: Props) {
  const { t } = useTranslation('locations');
  const add = useImportLocation();
  const devices = toDevices(mapping);
  const ofUsers = devices.filter(({ user_id }) => user_id !== null);
  const people = new Set(ofUsers.map(({ user_id }) => user_id)).size;
  const networkDevices = devices.length - ofUsers.length;
  const skipped = openPeers(preview).length - devices.length;
  const known = preview.peers.length - openPeers(preview).length;
  const refused = isApiError(add.error, 'import_file_invalid') ? problemOf(add.error) : undefined;
  const submit = () =>
    add.mutate(
      { ...toRequest(values), ...source, devices },
      { onSuccess: ({ network }) => onAdded(network.id, network.name, devices.length) },
    );
  return (
    <Panel title={t('import.review')} text={t('import.review_text')}>
      <FactList
        facts={[
          { label: t('field.name'), value: values.name },
          { label: t('field.endpoint'), value: `${values.endpoint}:${values.port}` },
          { label: t('field.address'), value: values.address.join(', ') },
          { label: t('field.routing'), value: values.allowed_ips.join(', ') },
          {
            label: t('field.access'),
            value: values.access === 'everyone' ? t('all_users') : values.allowed_groups.join(', '),
          },
          { label: t('import.added'), value: t('import.added_of', { devices: ofUsers.length, count: people }) },
          ...(networkDevices > 0
            ? [{ label: t('import.added_network'), value: t('import.peer_count', { count: networkDevices }) }]
            : []),
          ...(known > 0 ? [{ label: t('import.known'), value: t('import.peer_count', { count: known }) }] : []),
          ...(skipped > 0 ? [{ label: t('import.skipped'), value: t('import.peer_count', { count: skipped }) }] : []),
        ]}
      />
      <FileNotes preview={preview} />
      <Callout tone="info" my="md">
        {t('import.takeover')}
      </Callout>
      {isLoopbackHost(values.endpoint) && (
        <Callout tone="warning" role="note" my="md">
          {t('note.loopback', { host: values.endpoint })}
        </Callout>
      )}
      {refused && <FileProblems problems={[refused]} count={refused.count} />}
      <DialogActions failure={refused ? null : add.error}>
        <Button variant="default" onClick={onBack} disabled={add.isPending}>
          {t('import.back')}
        </Button>
        <Button loading={add.isPending} onClick={submit}>
          {t('import.submit')}
        </Button>
      </DialogActions>
      {isApiError(add.error, 'device_name_taken') && add.error.details?.['username'] !== undefined && (
        <Callout tone="danger" mt="md">
          {t('import.name_taken', { name: add.error.details['name'], username: add.error.details['username'] })}
        </Callout>
      )}
    </Panel>
  );
}

/** The first error of the file: another request may have used its key meanwhile. */
function problemOf({ details }: ApiError) {
  const text = (name: string) => (details?.[name] === undefined ? null : String(details[name]));
  return {
    line: Number(details?.['line'] ?? 1),
    problem: (text('problem') ?? 'unreadable') as ImportFileProblem['problem'],
    key: text('key'),
    value: text('value'),
    other_line: details?.['other_line'] === undefined ? null : Number(details['other_line']),
    count: Number(details?.['count'] ?? 1),
  };
}
