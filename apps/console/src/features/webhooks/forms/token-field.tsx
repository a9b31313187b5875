import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type FieldProps, useField } from '../../../ui/form/use-field.ts';
import styles from './token-field.module.css';

const tokenBytes = 32;

/** A token, hidden until it is generated here: then it has to be copied to the receiver. */
export function TokenField(props: FieldProps) {
  const { t } = useTranslation('webhooks');
  const { shared, field } = useField(props);
  const [generated, setGenerated] = useState<string>();
  const [isVisible, setIsVisible] = useState(false);
  const generate = () => {
    const token = generateToken();
    setGenerated(token);
    setIsVisible(true);
    field.onChange(token);
  };
  const container = (input: ReactNode) => (
    <div className={styles.line}>
      <div className={styles.input}>{input}</div>
      {generated !== undefined && generated === field.value && (
        <CopyButton value={generated} what={props.label} withLabel />
      )}
      <Button variant="default" disabled={shared.disabled} onClick={generate}>
        {t('form.generate')}
      </Button>
    </div>
  );
  return (
    <PasswordInput
      {...shared}
      aria-invalid={shared.error !== undefined}
      autoComplete="new-password"
      inputContainer={container}
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      value={field.value ?? ''}
      onChange={field.onChange}
    />
  );
}

function generateToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
