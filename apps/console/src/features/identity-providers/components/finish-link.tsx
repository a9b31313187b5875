import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast.tsx';
import { type ProviderAnswer, useFinishLink } from '../identity-providers.queries.ts';

interface Props {
  answer: ProviderAnswer;
  /** The page while it is in progress (null), or with the failure. */
  show: (failure: unknown) => ReactNode;
}

/** Links the own account with the answer of a provider, and returns to the profile. */
export function FinishLink({ answer, show }: Props) {
  const { t } = useTranslation('identity-providers');
  const router = useRouter();
  const finish = useFinishLink();
  const isSent = useRef(false);
  const send = useEffectEvent(() => {
    // the server accepts each answer once
    if (isSent.current) return;
    isSent.current = true;
    finish.mutate(answer, {
      onSuccess: ({ provider, display_name }) => {
        toast.success(t('linked.added', { name: display_name ?? provider }));
        router.history.replace('/me/security');
      },
    });
  });
  useEffect(() => send(), []);
  return show(finish.error);
}
