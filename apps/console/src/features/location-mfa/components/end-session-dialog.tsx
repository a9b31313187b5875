import type { LocationSession } from '@gatewarden/contract/location-mfa';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useEndLocationSession } from '../location-mfa.queries.ts';

interface Props {
  locationId: number;
  session: Pick<LocationSession, 'device' | 'device_id' | 'username'>;
  onClose: () => void;
}

export function EndSessionDialog({ locationId, session: { device, device_id, username }, onClose }: Props) {
  const { t } = useTranslation('location-mfa');
  const end = useEndLocationSession(locationId);
  return (
    <ConfirmMutation
      onClose={onClose}
      mutation={end}
      variables={device_id}
      done={t('ended', { device })}
      title={t('end_title', { device, username })}
      consequences={t('end_text')}
      confirmLabel={t('end')}
    />
  );
}
