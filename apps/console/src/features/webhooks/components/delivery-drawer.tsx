import type { WebhookDeliveryDetails } from '@gatewarden/contract/webhooks';
import { Button, Drawer, Stack, Title } from '@mantine/core';
import { IconFileOff, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { formatCount } from '../../../lib/format/quantity.ts';
import { Callout } from '../../../ui/callout.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CodeText } from '../../../ui/code-text.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { StateBlock } from '../../../ui/state-block.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFailureText } from '../../delivery/index.ts';
import { readableBody } from '../readable-body.ts';
import { useEventTexts } from '../use-event-texts.ts';
import { deliveryQuery, useRedeliver } from '../webhooks.queries.ts';

interface Props {
  webhookId: string;
  /** The shown delivery; undefined: none. */
  id: number | undefined;
  onShow: (id: number) => void;
  onClose: () => void;
}

/** Details of a request beside the list. Closing restores the focus. */
export function DeliveryDrawer({ webhookId, id, onShow, onClose }: Props) {
  const { t } = useTranslation(['webhooks', 'common']);
  const { eventOf } = useEventTexts();
  const details = useQuery({ ...deliveryQuery(webhookId, id ?? 0), enabled: id !== undefined });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={details.data && id !== undefined ? eventOf(details.data.event) : t('delivery.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id === undefined ? null : details.data ? (
        <Details key={id} webhookId={webhookId} delivery={details.data} onShow={onShow} />
      ) : isApiError(details.error, 'webhook_delivery_not_found') ? (
        <StateBlock
          role="alert"
          icon={<IconFileOff />}
          title={t('delivery.none_title')}
          text={t('delivery.none_text')}
        />
      ) : details.isError ? (
        <ErrorState
          error={details.error}
          title={t('delivery.failed_one')}
          onRetry={() => void details.refetch()}
          retrying={details.isFetching}
        />
      ) : (
        <FormSkeleton count={5} />
      )}
    </Drawer>
  );
}

interface DetailsProps {
  webhookId: string;
  delivery: WebhookDeliveryDetails;
  onShow: (id: number) => void;
}

function Details({ webhookId, delivery, onShow }: DetailsProps) {
  const { t, i18n } = useTranslation('webhooks');
  const failureText = useFailureText();
  const { at, attempt, duration_ms, status, error, message_id, request_body, answer } = delivery;
  return (
    <Stack gap="md">
      {error && <Callout tone="danger">{failureText(error)}</Callout>}
      <FactList
        facts={[
          { label: t('delivery.time'), value: <RelativeTime at={at} /> },
          {
            label: t('delivery.attempt'),
            value: attempt === null ? t('delivery.manual') : formatCount(attempt, i18n.language),
          },
          { label: t('delivery.status'), value: status === null ? t('delivery.no_answer') : String(status) },
          { label: t('delivery.duration'), value: `${formatCount(duration_ms, i18n.language)}\u00a0ms` },
          { label: t('delivery.message_id'), value: <CodeText value={message_id} />, copy: message_id },
        ]}
      />
      <SendAgain webhookId={webhookId} delivery={delivery} onShow={onShow} />
      <Title order={3}>{t('delivery.request')}</Title>
      <CodeBlock label={t('delivery.request')}>{readableBody(request_body)}</CodeBlock>
      {answer !== null && (
        <>
          <Title order={3}>{t('delivery.answer')}</Title>
          {answer === '' ? (
            t('delivery.answer_empty')
          ) : (
            <CodeBlock label={t('delivery.answer')}>{readableBody(answer)}</CodeBlock>
          )}
        </>
      )}
    </Stack>
  );
}

/** Sends the request again, and shows the new one. */
function SendAgain({ webhookId, delivery: { id }, onShow }: DetailsProps) {
  const { t } = useTranslation('webhooks');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const redeliver = useRedeliver(webhookId);
  const send = () =>
    redeliver.mutate(id, {
      onSuccess: (sent) => {
        queryClient.setQueryData(deliveryQuery(webhookId, sent.id).queryKey, sent);
        if (sent.error) toast.warning(t('delivery.again_failed'), { subMessage: failureText(sent.error) });
        else toast.success(t('delivery.again_done'));
        onShow(sent.id);
      },
      onError: showFailure,
    });
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconSend size="1rem" aria-hidden />}
        loading={redeliver.isPending}
        onClick={send}
      >
        {t('delivery.again')}
      </Button>
    </div>
  );
}
