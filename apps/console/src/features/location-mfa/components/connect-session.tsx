import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import styles from './connect-session.module.css';
import { EndSessionDialog } from './end-session-dialog.tsx';

interface Props {
  locationId: number;
  deviceId: number;
  device: string;
  /** Name of the person. */
  owner: string;
  /** Instant of the API. */
  until: string;
  isConnected: boolean;
}

/** Until when a device can connect after two-factor authentication, and how to end that. */
export function ConnectSession({ locationId, deviceId, device, owner, until, isConnected }: Props) {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  const [isEnding, setIsEnding] = useState(false);
  const time = formatMinute(instantOf(until), locale);
  return (
    <div className={styles.session}>
      <span>{t(isConnected ? 'connected_until' : 'valid_until', { time })}</span>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t(isConnected ? 'end_of' : 'end_session_of', { device })}
        onClick={() => setIsEnding(true)}
      >
        {t(isConnected ? 'end' : 'end_session')}
      </Button>
      {isEnding && (
        <EndSessionDialog
          locationId={locationId}
          session={{ device_id: deviceId, device, is_connected: isConnected }}
          owner={owner}
          onClose={() => setIsEnding(false)}
        />
      )}
    </div>
  );
}
