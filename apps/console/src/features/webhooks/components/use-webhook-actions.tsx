import type { Webhook } from '@gatewarden/contract/webhooks';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { toast } from '../../../ui/toast.tsx';
import { ReplayDialog, SkipDialog } from '../../delivery/index.ts';
import { useReplayWebhook, useSetWebhookState } from '../webhooks.queries.ts';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';

export type WebhookAction = 'enable' | 'disable' | 'replay' | 'skip' | 'delete';

/**
 * Actions of lists and pages: a function that runs one, which is stable, and the dialog that is open. Nothing is lost while
 * a webhook is off, so turning it off needs no question.
 */
export function useWebhookActions(onDeleted?: () => void): {
  readonly runAction: (action: WebhookAction, webhook: Webhook) => void;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation('delivery');
  const { mutate } = useSetWebhookState();
  const [open, setOpen] = useState<{ action: WebhookAction; webhook: Webhook }>();
  const close = () => setOpen(undefined);
  const runAction = useCallback(
    (action: WebhookAction, webhook: Webhook) => {
      if (action !== 'enable' && action !== 'disable') return setOpen({ action, webhook });
      const { id, description: name } = webhook;
      mutate(
        { id, enabled: action === 'enable' },
        { onSuccess: () => toast.success(t(`action.${action}d`, { name })), onError: showFailure },
      );
    },
    [mutate, t],
  );
  return {
    runAction,
    dialog: open && <Dialog {...open} onClose={close} {...(onDeleted && { onDeleted })} />,
  };
}

interface DialogProps {
  action: WebhookAction;
  webhook: Webhook;
  onClose: () => void;
  onDeleted?: () => void;
}

function Dialog({ action, webhook, onClose, onDeleted }: DialogProps) {
  const { t } = useTranslation('webhooks');
  const replay = useReplayWebhook(webhook.id);
  const shared = { name: webhook.description, replay, onClose };
  if (action === 'skip') return <SkipDialog {...shared} state={webhook.state} />;
  if (action === 'delete') return <DeleteWebhookDialog webhook={webhook} onClose={onClose} onDeleted={onDeleted} />;
  return (
    <Suspense>
      <ReplayDialog {...shared} text={t('replay_text')} />
    </Suspense>
  );
}
