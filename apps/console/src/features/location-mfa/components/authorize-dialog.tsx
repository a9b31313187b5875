import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { useAuthorization } from '../connect.queries.ts';
import { ContinueAtProvider } from './continue-at-provider.tsx';
import { ProveHere } from './prove-here.tsx';

interface Props {
  connection: OwnConnection;
  onClose: () => void;
}

/** Allows a device to connect for a session: a warning if it has a client, the second factor, and what to do next. */
export function AuthorizeDialog({ connection, onClose }: Props) {
  const { t } = useTranslation(['location-mfa', 'common']);
  const { device, device_id: deviceId, location, location_id: locationId, uses_client: usesClient } = connection;
  const [isAccepted, setIsAccepted] = useState(!usesClient);
  const [until, setUntil] = useState<string>();
  const authorization = useAuthorization({ deviceId, locationId, withoutClient: usesClient });
  return (
    <Modal opened onClose={onClose} title={t('connect.title_of', { device, location })} closeOnClickOutside={false}>
      {until !== undefined ? (
        <Authorized connection={connection} until={until} onClose={onClose} />
      ) : isAccepted && connection.mfa_mode === 'external' ? (
        <ContinueAtProvider connection={connection} />
      ) : isAccepted ? (
        <ProveHere verification={authorization} onVerified={(answer) => setUntil(answer.expires_at)} />
      ) : (
        <>
          <Callout tone="warning">{t('connect.client_text', { device })}</Callout>
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button onClick={() => setIsAccepted(true)}>{t('connect.without_client')}</Button>
          </DialogActions>
        </>
      )}
    </Modal>
  );
}

function Authorized({ connection, until, onClose }: Props & { until: string }) {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  const { device, location, inactivity_seconds: seconds } = connection;
  return (
    <>
      <Callout
        tone="success"
        title={t('connect.done', { device, location, time: formatMinute(instantOf(until), locale) })}
      >
        {t('connect.done_text', { count: Math.max(1, Math.floor(seconds / 60)) })}
      </Callout>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('connect.close')}
        </Button>
      </DialogActions>
    </>
  );
}
