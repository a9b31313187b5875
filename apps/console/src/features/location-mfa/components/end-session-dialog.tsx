import type { LocationSession } from '@gatewarden/contract/location-mfa';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useEndLocationSession } from '../location-mfa.queries.ts';

interface Props {
  locationId: number;
  session: Pick<LocationSession, 'device' | 'device_id' | 'is_connected'>;
  /** Name of the person. */
  owner: string;
  onClose: () => void;
}

/** Disconnects a device, or ends the session of a device that is not connected. */
export function EndSessionDialog({ locationId, session, owner, onClose }: Props) {
  const { t } = useTranslation('location-mfa');
  const { device, device_id: deviceId, is_connected: isConnected } = session;
  const end = useEndLocationSession(locationId);
  return (
    <ConfirmMutation
      onClose={onClose}
      mutation={end}
      variables={deviceId}
      done={t(isConnected ? 'ended' : 'session_ended', { device })}
      title={t(isConnected ? 'end_title' : 'end_session_title', { device, owner })}
      consequences={t(isConnected ? 'end_text' : 'end_session_text')}
      confirmLabel={t(isConnected ? 'end' : 'end_session')}
    />
  );
}
