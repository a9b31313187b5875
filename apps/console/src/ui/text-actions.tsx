import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../lib/download-text.ts';
import { CopyButton } from './copy-button.tsx';

export interface Download {
  readonly fileName: string;
  /** Absent: "Download". */
  readonly label?: string;
  /** Called after the download. */
  readonly onSaved?: () => void;
}

interface Props {
  /** What is copied, for the accessible name: "public key". */
  what: string;
  /** Without a line break at the end, which the file has. */
  text: string;
  /** Absent: no download. */
  download?: Download | undefined;
  /** The download is the primary action of the page or dialog. */
  isPrimary?: boolean;
}

/** Buttons that download and copy a text. */
export function TextActions({ what, text, download, isPrimary = false }: Props) {
  const { t } = useTranslation();
  const save = ({ fileName, onSaved }: Download) => {
    downloadText(fileName, `${text}\n`);
    onSaved?.();
  };
  return (
    <Group gap="sm">
      {download && (
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          leftSection={<IconDownload size="1rem" aria-hidden />}
          onClick={() => save(download)}
        >
          {download.label ?? t('download')}
        </Button>
      )}
      <CopyButton value={text} what={what} withLabel />
    </Group>
  );
}
