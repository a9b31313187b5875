import type { FilePreview } from '@gatewarden/contract/location-import';
import { importFileLimits } from '@gatewarden/contract/location-import.names';
import { Button, FileButton, Group, Select, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import styles from './file-step.module.css';
import { usePreviewFile } from './location-import.queries.ts';
import { checkText, readFile } from './read-file.ts';
import { FileNotes, FileProblems } from './remarks.tsx';

interface Props {
  config: string;
  /** Undefined until the text was checked. */
  preview: FilePreview | undefined;
  onChange: (config: string) => void;
  /** `interfaceLine` is the interface that was chosen, if the file has several. */
  onPreview: (preview: FilePreview, interfaceLine: number | undefined) => void;
  interfaceLine: number | undefined;
  onContinue: () => void;
}

/** The file: chosen or pasted, then checked on the server, which shows its content or its errors. */
export function FileStep({ config, preview, interfaceLine, onChange, onPreview, onContinue }: Props) {
  const { t } = useTranslation('locations');
  const check = usePreviewFile();
  const [binary, setBinary] = useState<{ line: number }>();
  const change = (text: string) => {
    onChange(text);
    setBinary(undefined);
    check.reset();
  };
  const checkFile = (line?: number) => {
    const found = checkText(config);
    setBinary(found);
    if (found) return;
    const body = { config, ...(line !== undefined && { interface_line: line }) };
    check.mutate(body, { onSuccess: (checked) => onPreview(checked, line) });
  };
  const isImportable = preview?.problem_count === 0;
  const problems = preview?.problems.filter(({ problem }) => problem !== 'interface_not_chosen') ?? [];
  return (
    <>
      <Panel title={t('import.file')} text={t('import.file_text')}>
        <ConfigInput config={config} onChange={change} />
        <DialogActions failure={check.error}>
          <Button
            variant={isImportable ? 'default' : 'filled'}
            disabled={config.trim() === ''}
            loading={check.isPending}
            onClick={() => checkFile(interfaceLine)}
          >
            {t('import.check')}
          </Button>
        </DialogActions>
      </Panel>
      {binary && <FileProblems problems={[{ line: binary.line, problem: 'not_text' }]} count={1} />}
      {preview && preview.interfaces.length > 1 && (
        <Select
          my="md"
          label={t('import.interface')}
          description={t('import.interface_text')}
          allowDeselect={false}
          data={preview.interfaces.map(({ line, name }) => ({
            value: String(line),
            label: name ?? t('import.line', { line }),
          }))}
          value={interfaceLine === undefined ? null : String(interfaceLine)}
          onChange={(line) => line !== null && checkFile(Number(line))}
        />
      )}
      {preview && problems.length > 0 && <FileProblems problems={problems} count={preview.problem_count} />}
      {preview && isImportable && (
        <Panel title={t('import.content')}>
          <FactList facts={factsOf(preview, t)} />
          <FileNotes preview={preview} />
          <DialogActions>
            <Button onClick={onContinue}>{t('import.continue')}</Button>
          </DialogActions>
        </Panel>
      )}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'locations'>>['t'];

function factsOf({ address, port, dns, peers }: FilePreview, t: Translate) {
  const known = peers.filter(({ device }) => device !== null).length;
  return [
    { label: t('field.address'), value: address.join(', ') },
    { label: t('field.port'), value: port === null ? '' : String(port) },
    { label: t('field.dns'), value: dns ?? '' },
    { label: t('import.peers'), value: t('import.peer_count', { count: peers.length }) },
    ...(known > 0 ? [{ label: t('import.known'), value: t('import.peer_count', { count: known }) }] : []),
  ];
}

/** Longer texts would be slow to edit in the browser. */
const editableCharacters = 100_000;
const rowsShown = 10;

function ConfigInput({ config, onChange }: Pick<Props, 'config' | 'onChange'>) {
  const { t } = useTranslation('locations');
  const [fault, setFault] = useState<string>();
  const read = async (file: File | null) => {
    if (!file) return;
    const isTooLarge = file.size > importFileLimits.characters;
    setFault(isTooLarge ? t('import.too_large', { name: file.name }) : undefined);
    if (!isTooLarge) onChange(await readFile(file));
  };
  return (
    <>
      <Group gap="sm" mb="md">
        <FileButton accept=".conf,.xml,.txt,text/plain,text/xml" onChange={(file) => void read(file)}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconUpload size="1rem" aria-hidden />}>
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      {fault && (
        <Text c="red" role="alert" mb="md">
          {fault}
        </Text>
      )}
      {config.length > editableCharacters ? (
        <Group gap="sm">
          <Text>{t('import.long', { count: config.split('\n').length })}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
            {t('import.remove')}
          </Button>
        </Group>
      ) : (
        <Textarea
          label={t('import.paste')}
          description={t('import.paste_text')}
          rows={rowsShown}
          maxLength={importFileLimits.characters}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: styles.config }}
          value={config}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
