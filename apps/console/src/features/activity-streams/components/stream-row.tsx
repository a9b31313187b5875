import type { ActivityStream } from '@gatewarden/contract/activity-streams';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { BreakableText } from '../../../ui/breakable-text.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts } from '../../../ui/row-list.tsx';
import { DeliveryStateBadge, useFailureText } from '../../delivery/index.ts';
import { useTestStream } from '../activity-streams.queries.ts';
import { StreamActions } from './stream-actions.tsx';

interface Props {
  stream: ActivityStream;
  onEdit: () => void;
}

/** A stream: where it goes, how the delivery goes, and its test. */
export function StreamRow({ stream, onEdit }: Props) {
  const { t } = useTranslation(['activity-streams', 'delivery']);
  const failureText = useFailureText();
  const test = useTestStream(stream.id);
  const { name, stream_type, config, state } = stream;
  return (
    <Row
      name={name}
      hint={name}
      badge={<DeliveryStateBadge destination={stream} />}
      actions={
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            loading={test.isPending}
            aria-label={t('test.label', { name })}
            onClick={() => test.mutate(undefined, { onError: showFailure })}
          >
            {t('test.action')}
          </Button>
          <StreamActions stream={stream} onEdit={onEdit} />
        </Group>
      }
    >
      <RowFacts>
        <span>{t(`kind.${stream_type}`)}</span>
        <span>
          <BreakableText value={config.url} />
        </span>
      </RowFacts>
      <RowFacts>
        {state.last_delivered_at === null ? (
          <span>{t('none_delivered')}</span>
        ) : (
          <span>
            {t('delivery:field.last_delivered')} <RelativeTime at={state.last_delivered_at} />
          </span>
        )}
        {state.waiting > 0 && (
          <span>
            {t('delivery:field.waiting')}: {t('delivery:waiting', { count: state.waiting })}
          </span>
        )}
        {state.next_attempt_at !== null && (
          <span>
            {t('delivery:field.next_attempt')} <RelativeTime at={state.next_attempt_at} />
          </span>
        )}
      </RowFacts>
      {state.error && !test.data && (
        <RowFacts>
          <span>{failureText(state.error)}</span>
        </RowFacts>
      )}
      {test.data && (
        <Callout
          tone={test.data.error ? 'danger' : 'success'}
          mt="sm"
          title={t(test.data.error ? 'test.failed' : 'test.done')}
        >
          {test.data.error && failureText(test.data.error)}
        </Callout>
      )}
    </Row>
  );
}
