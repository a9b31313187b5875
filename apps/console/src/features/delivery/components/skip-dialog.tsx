import type { DeliveryState } from '@gatewarden/contract/delivery';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import type { Replay } from '../replay.ts';

interface Props {
  name: string;
  state: DeliveryState;
  replay: Replay;
  onClose: () => void;
}

/** Asks before what waits is not delivered. */
export function SkipDialog({ name, state, replay, onClose }: Props) {
  const { t } = useTranslation('delivery');
  const locale = useLocale();
  const { waiting, waiting_since: since, includes_unmatched: includesUnmatched } = state;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('skip.title', { name })}
      consequences={
        <Stack gap="sm">
          <Text>
            {since === null
              ? t('skip.count', { count: waiting })
              : t('skip.count_since', { count: waiting, time: formatInstant(instantOf(since), locale) })}
          </Text>
          {includesUnmatched && <Text>{t('includes_unmatched')}</Text>}
          <Text>{t('skip.later')}</Text>
        </Stack>
      }
      confirmLabel={t('skip.confirm')}
      mutation={{
        isPending: replay.isPending,
        mutate: (_, callbacks) => replay.mutate(new Date().toISOString(), callbacks),
      }}
      variables={undefined}
      done={t('skip.done', { name })}
    />
  );
}
