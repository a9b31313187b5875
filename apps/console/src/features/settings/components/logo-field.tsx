import { type LogoKind, logoLimits } from '@gatewarden/contract/settings.names';
import { Button, FileButton, Group } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { type FieldNote, FieldNotes } from '../../../ui/form/field-notes.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type GeneralFields, productLogos } from '../forms/general.ts';
import { useUploadLogo } from '../settings.queries.ts';
import { LogoPreview } from './logo-preview.tsx';

interface Props {
  name: 'main_logo_url' | 'nav_logo_url';
  kind: LogoKind;
}

const productLogo = { main: productLogos.main, navigation: productLogos.nav } as const;

/** Address of a logo, which an upload fills in, with a preview. The form saves it. */
export function LogoField({ name, kind }: Props) {
  const { t } = useTranslation('settings');
  const { control, setValue } = useFormContext<GeneralFields>();
  const url = useWatch({ control, name });
  const upload = useUploadLogo();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const setUrl = (value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const read = async (file: File | null) => {
    if (!file) return;
    upload.reset();
    setIsTooLarge(file.size > logoLimits.bytes);
    if (file.size > logoLimits.bytes) return;
    const data = await toBase64(file);
    upload.mutate({ kind, data }, { onSuccess: (logo) => setUrl(logo.url) });
  };
  const notes: FieldNote[] = [];
  if (isTooLarge) notes.push({ tone: 'warning', text: t('branding.file_too_large') });
  else if (upload.isError) notes.push({ tone: 'warning', text: failureText(upload.error) });
  const label = t(`branding.${name}`);
  return (
    <div>
      <TextField name={name} label={label} help={t(`branding.${name}_help`)} autoComplete="off" optional verbatim />
      <Group gap="sm" mt="xs">
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => void read(file)}
          // the same file can be chosen again after it was corrected
          key={upload.submittedAt}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="xs"
              loading={upload.isPending}
              leftSection={<IconUpload size="1rem" aria-hidden />}
              aria-label={t('branding.upload_what', { what: label })}
            >
              {t('branding.upload')}
            </Button>
          )}
        </FileButton>
        {url !== '' && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('branding.use_default_what', { what: label })}
            onClick={() => setUrl('')}
          >
            {t('branding.use_default')}
          </Button>
        )}
      </Group>
      <FieldNotes notes={notes} />
      <LogoPreview url={url ?? ''} defaultUrl={productLogo[kind]} kind={kind} />
    </div>
  );
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
