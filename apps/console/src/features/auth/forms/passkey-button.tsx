import type { AuthResponse } from '@gatewarden/contract/auth';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { supportsSecurityKeys } from '../browser-key.ts';
import { KeyFailure } from '../components/key-failure.tsx';
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
      {error && !isAsking && <KeyFailure error={error} />}
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
