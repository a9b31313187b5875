import type { DeliveryFailure } from '@gatewarden/contract/delivery';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Why an attempt failed, as a sentence. */
export function useFailureText(): (failure: DeliveryFailure) => string {
  const { t } = useTranslation('delivery');
  return useCallback(
    ({ reason, detail }) =>
      reason === 'connection' && detail === 'ENOTFOUND' ? t('host_not_found') : t(`reason.${reason}`, { detail }),
    [t],
  );
}
