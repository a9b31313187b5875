import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useRef } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { toast } from '../../../ui/toast.tsx';
import { noticesQuery } from '../../notices/index.ts';

const lifetimeMilliseconds = 20_000;
const exceeded = ['limits_exceeded', 'free_exceeded'] as const;

/**
 * Offers the license page to administrators when a licensed feature was refused, and when limits are exceeded while they
 * work, such as after they added a user. Shows nothing by itself.
 */
export function LicencePrompt() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: notices } = useQuery(noticesQuery());
  const state =
    notices && exceeded.find((each) => notices.some((one) => one.kind === 'license' && one.details['state'] === each));
  const previous = useRef<{ state: typeof state }>(undefined);

  useEffect(() => {
    if (!notices) return;
    const isNew = previous.current !== undefined && previous.current.state !== state;
    previous.current = { state };
    if (isNew && state) void show(state, navigate);
  }, [notices, state, navigate]);

  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (error instanceof ApiError && error.code === 'enterprise_required') void show('refused', navigate);
      }),
    [queryClient, navigate],
  );

  return null;
}

async function show(
  reason: 'refused' | (typeof exceeded)[number],
  navigate: (target: { to: '/settings/enterprise' }) => unknown,
): Promise<void> {
  await loadTexts('licence');
  toast.warning(i18next.t(`licence:prompt.${reason}`), {
    customId: 'license-prompt',
    lifetime: lifetimeMilliseconds,
    subMessage: i18next.t('licence:prompt.keeps_working'),
    action: { label: i18next.t('licence:prompt.open'), run: () => void navigate({ to: '/settings/enterprise' }) },
  });
}
