import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './gateway-setup.module.css';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';

interface Props {
  locationId: number;
  /** Address of core in the token, instead of the configured one. */
  address: string | undefined;
}

/** Replaces the join token after confirmation. */
export function RotateTokenButton({ locationId, address }: Props) {
  const { t } = useTranslation('gateways');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        className={styles.rotate}
        variant="default"
        leftSection={<IconRefresh size="1rem" />}
        onClick={() => setAsking(true)}
      >
        {t('rotate.action')}
      </Button>
      <RotateTokenDialog locationId={locationId} address={address} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
