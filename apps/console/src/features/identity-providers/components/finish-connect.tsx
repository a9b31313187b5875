import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type ProviderAnswer, useFinishConnect } from '../identity-providers.queries.ts';

interface Props {
  answer: ProviderAnswer;
  /** The page while it is in progress (null), or with the failure. */
  show: (failure: unknown) => ReactNode;
}

/** Authorizes a device with the answer of a provider, and returns to the page where that began. */
export function FinishConnect({ answer, show }: Props) {
  const navigate = useNavigate();
  const finish = useFinishConnect();
  const isSent = useRef(false);
  const send = useEffectEvent(() => {
    if (isSent.current) return;
    isSent.current = true;
    finish.mutate(answer, {
      onSuccess: ({ device_id: deviceId, location_id: locationId }) =>
        void navigate({ to: '/connect', replace: true, state: { connectAuthorized: { deviceId, locationId } } }),
    });
  });
  useEffect(() => send(), []);
  return show(finish.error);
}
