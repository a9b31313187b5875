import type { AuthResponse } from '@gatewarden/contract/auth';
import { Alert, Button } from '@mantine/core';
import { IconKey, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { supportsSecurityKeys } from '../browser-key.ts';
import { keyFailureText } from '../key-failure.ts';
import { usePasskeySignIn } from '../passkey-sign-in.queries.ts';
import styles from './sign-in-form.module.css';

interface Props {
  onSignedIn: (answer: AuthResponse) => void;
}

/** Sign-in with a passkey; nothing if the browser does not support passkeys. */
export function PasskeyButton(props: Props) {
  return supportsSecurityKeys() ? <PasskeySignIn {...props} /> : null;
}

function PasskeySignIn({ onSignedIn }: Props) {
  const { t } = useTranslation('auth');
  const { ask, isAsking, error } = usePasskeySignIn(onSignedIn);
  return (
    <>
      <div className={styles.or}>{t('or')}</div>
      {error && !isAsking && (
        <Alert color="amber" icon={<IconLock aria-hidden />} role="alert">
          {keyFailureText(error)}
        </Alert>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size="1rem" aria-hidden />}
        loading={isAsking}
        onClick={ask}
      >
        {t('passkey')}
      </Button>
    </>
  );
}
