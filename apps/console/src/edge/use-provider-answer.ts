import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { go, useAddress } from './address.ts';
import type { ProviderAnswer } from './openid.queries.ts';

/**
 * Sends what the provider sent with the browser, once, because the server accepts it once; the code does not stay in the
 * address. Returns why there is nothing to send; undefined if there is.
 */
export function useProviderAnswer(send: (answer: ProviderAnswer) => void): string | undefined {
  const { t } = useTranslation('edge');
  const { path, search } = useAddress();
  const [received] = useState(search);
  const isSent = useRef(false);
  const [code, state, error] = [received.get('code'), received.get('state'), received.get('error')];
  const finish = useEffectEvent(() => {
    if (isSent.current) return;
    isSent.current = true;
    go(path, { replace: true });
    if (code !== null && state !== null) send({ code, state, iss: received.get('iss') });
  });
  useEffect(() => finish(), []);
  if (code !== null && state !== null) return undefined;
  if (error === null) return t('openid.empty');
  // any text can be in a link
  const isName = /^[a-z_]{1,64}$/.test(error);
  if (error === 'access_denied') return t('openid.denied');
  return isName ? t('openid.refused', { error }) : t('openid.refused_unknown');
}
