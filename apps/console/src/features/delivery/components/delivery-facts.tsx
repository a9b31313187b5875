import type { DeliveryState } from '@gatewarden/contract/delivery';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useFailureText } from '../use-failure-text.ts';

/** What waits, what was delivered, and what fails and why. */
export function DeliveryFacts({ state }: { state: DeliveryState }) {
  const { t, i18n } = useTranslation('delivery');
  const failureText = useFailureText();
  const { waiting, waiting_since, last_delivered_at, failing_since, next_attempt_at, attempts, error } = state;
  const facts = [
    {
      label: t('field.waiting'),
      value: (
        <>
          {t('waiting', { count: waiting })}
          {waiting > 0 && waiting_since !== null && (
            <>
              {' · '}
              {t('oldest')} <RelativeTime at={waiting_since} />
            </>
          )}
          {state.includes_unmatched && (
            <Text size="sm" c="dimmed">
              {t('includes_unmatched')}
            </Text>
          )}
        </>
      ),
    },
    {
      label: t('field.last_delivered'),
      value: last_delivered_at === null ? t('none_delivered') : <RelativeTime at={last_delivered_at} />,
    },
    ...(failing_since === null
      ? []
      : [
          { label: t('field.failing_since'), value: <RelativeTime at={failing_since} /> },
          { label: t('field.attempts'), value: formatCount(attempts, i18n.language) },
        ]),
    ...(next_attempt_at === null
      ? []
      : [{ label: t('field.next_attempt'), value: <RelativeTime at={next_attempt_at} /> }]),
    ...(error === null ? [] : [{ label: t('field.last_error'), value: failureText(error) }]),
  ];
  return <FactList facts={facts} />;
}
