import { importLimits } from '@gatewarden/contract/user-import.names';
import { Button, FileButton, Group, Text, Textarea } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../lib/download-text.ts';
import { exampleCsv } from './example-csv.ts';
import { readTextFile } from './read-text-file.ts';

interface Props {
  text: string;
  onChange: (text: string) => void;
}

/** Longer texts would be slow to edit in the browser. */
const editableCharacters = 100_000;
const rowsShown = 8;

/** Accepts a file or pasted text; the text can be edited unless it is long. */
export function FileInput({ text, onChange }: Props) {
  const { t, i18n } = useTranslation('users');
  const [fault, setFault] = useState<string>();
  const read = async (file: File | null) => {
    if (!file) return;
    const content = file.size > importLimits.bytes ? undefined : await readTextFile(file);
    if (content !== undefined) onChange(content);
    setFault(
      content !== undefined
        ? undefined
        : t(file.size > importLimits.bytes ? 'import.file_too_large' : 'import.file_encoding', { name: file.name }),
    );
  };
  const isLong = text.length > editableCharacters;
  const lines = new Intl.NumberFormat(i18n.language).format(text.split('\n').length);
  return (
    <>
      <Group gap="sm" mb="md">
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void read(file)}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconUpload size="1rem" aria-hidden />}>
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconDownload size="1rem" aria-hidden />}
          onClick={() => downloadText('users-example.csv', `\uFEFF${exampleCsv}`)}
        >
          {t('import.example')}
        </Button>
      </Group>
      {fault && (
        <Text c="red" role="alert" mb="md">
          {fault}
        </Text>
      )}
      {isLong ? (
        <Group gap="sm">
          <Text>{t('import.long', { lines })}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
            {t('import.remove')}
          </Button>
        </Group>
      ) : (
        <Textarea
          label={t('import.paste')}
          description={t('import.columns')}
          rows={rowsShown}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
