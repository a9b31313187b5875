import type { DeliveryFailure } from '@gatewarden/contract/delivery';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

interface Options {
  /** Also says how to correct it; absent: true. */
  readonly withHint?: boolean;
}

/** Why an attempt failed. */
export function useFailureText({ withHint = true }: Options = {}): (failure: DeliveryFailure) => string {
  const { t } = useTranslation('delivery');
  return useCallback(
    ({ reason, detail }) => {
      if (reason === 'connection' && detail === 'ENOTFOUND') return t('host_not_found');
      const text = t(`reason.${reason}`, { detail });
      return withHint && reason === 'blocked_address' ? `${text} ${t('blocked_address_hint')}` : text;
    },
    [t, withHint],
  );
}
