import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { FieldProps } from '../../../ui/form/use-field.ts';

/** Certificates have a few kilobytes; a larger file is another one. */
const maxBytes = 32_768;

/** A certificate in PEM format: pasted, or read from a file. */
export function CertificateField(props: FieldProps) {
  const { t } = useTranslation('activity-streams');
  const { setValue } = useFormContext();
  const [tooLarge, setTooLarge] = useState<string>();
  const read = async (file: File | null) => {
    if (!file) return;
    const fits = file.size <= maxBytes;
    setTooLarge(fits ? undefined : file.name);
    if (fits) setValue(props.name, await file.text(), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div>
      <TextAreaField {...props} />
      <FileButton accept=".pem,.crt,.cer,application/x-pem-file" onChange={(file) => void read(file)}>
        {(button) => (
          <Button {...button} variant="default" size="xs" mt="xs" leftSection={<IconUpload size="1rem" aria-hidden />}>
            {t('field.cert_file')}
          </Button>
        )}
      </FileButton>
      {tooLarge !== undefined && (
        <Text c="red" role="alert" mt="xs">
          {t('field.cert_too_large', { name: tooLarge })}
        </Text>
      )}
    </div>
  );
}
